package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoopGuardTest {
    private static final System.Logger LOG = System.getLogger("dev.nudge.test");

    private static List<Throwable> failures() {
        return List.of(
                new IOException("for a test"),
                new IllegalStateException("for a test"),
                new OutOfMemoryError("for a test"),
                new StackOverflowError("for a test"),
                new NoClassDefFoundError("for a test"),
                new AssertionError("for a test"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatARoundThrowsEndsThatRoundOnly(Throwable failure) throws InterruptedException {
        assertThat(LoopGuard.run(LOG, "a round", () -> sneak(failure))).isFalse();
        assertThat(LoopGuard.runBriefly(LOG, "a round", () -> sneak(failure))).isFalse();
        assertThat(LoopGuard.run(LOG, "a round", () -> {})).isTrue();
    }

    @Test
    void interruptionEndsTheLoop() {
        InterruptedException interruption = new InterruptedException();

        assertThatThrownBy(() -> LoopGuard.run(LOG, "a round", () -> sneak(interruption)))
                .isSameAs(interruption);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }
}
