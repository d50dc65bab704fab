package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SignalTest {
    @Test
    void hasTheNamesThatPeopleKnow() {
        assertThat(new Signal(9).name()).isEqualTo("SIGKILL");
        assertThat(new Signal(15).name()).isEqualTo("SIGTERM");
        assertThat(new Signal(11).name()).isEqualTo("SIGSEGV");
        assertThat(new Signal(40).name()).isEqualTo("SIG40");
    }

    @Test
    void isFoundByItsName() {
        for (int number = 1; number <= 64; number++) {
            assertThat(Signal.named(new Signal(number).name())).isEqualTo(new Signal(number));
        }
    }

    @Test
    void refusesNumbersThatNoSignalHas() {
        assertThatThrownBy(() -> new Signal(0)).hasMessageContaining("0 is not in 1..64");
        assertThatThrownBy(() -> new Signal(65)).hasMessageContaining("65 is not in 1..64");
    }
}
