package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SignalTest {
    @Test
    void hasTheNameThatPeopleKnowAndIsFoundByIt() {
        for (int number = 1; number <= 64; number++) {
            assertThat(Signal.named(new Signal(number).name())).isEqualTo(new Signal(number));
        }
        assertThat(List.of(new Signal(9), new Signal(15), new Signal(11), new Signal(40)))
                .extracting(Signal::name)
                .containsExactly("SIGKILL", "SIGTERM", "SIGSEGV", "SIG40");

        assertThatThrownBy(() -> new Signal(0)).hasMessageContaining("0 is not in 1..64");
        assertThatThrownBy(() -> new Signal(65)).hasMessageContaining("65 is not in 1..64");
    }
}
