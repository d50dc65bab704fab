package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
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
        IntStream.rangeClosed(1, 64)
                .mapToObj(Signal::new)
                .forEach(signal -> assertThat(Signal.named(signal.name())).isEqualTo(signal));
    }

    @Test
    void refusesNumbersThatNoSignalHas() {
        assertThatThrownBy(() -> new Signal(0)).hasMessageContaining("0 is not in 1..64");
        assertThatThrownBy(() -> new Signal(65)).hasMessageContaining("65 is not in 1..64");
    }
}
