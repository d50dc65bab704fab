package dev.nudge.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DaemonEnvironmentTest {
    @Test
    void differencesAreUndoneAndWhatIsAlikeIsNotNamed() {
        Map<String, String> job = Map.of("HOME", "/home/me", "PAGER", "cat", "LANG", "C");
        Map<String, String> daemon = Map.of("HOME", "/home/me", "LANG", "de", "EDITOR", "it's vi");

        assertThat(DaemonEnvironment.restoring(job, daemon))
                .isEqualTo(":;export EDITOR='it'\\''s vi';export LANG='de';unset PAGER");
    }

    @Test
    void daemonIsNoPartOfAJob() {
        Map<String, String> job = Map.of("NUDGE_JOB", "2", "NUDGE_JOB_DIR", "/jobs/2");

        assertThat(DaemonEnvironment.restoring(job, Map.of("NUDGE_JOB_DIR", "/jobs/1")))
                .isEqualTo(":;unset NUDGE_JOB;unset NUDGE_JOB_DIR");
    }

    @Test
    void namesThatNoShellTakesAreLeftOut() {
        assertThat(DaemonEnvironment.restoring(Map.of("BASH_FUNC_f%%", "() { :; }"), Map.of()))
                .isEqualTo(":;");
    }

    @Test
    void environmentThatIsTooLongForAVariableIsNotPassedOn() {
        assertThat(DaemonEnvironment.restoring(Map.of(), Map.of("LONG", "x".repeat(131_000))))
                .isEmpty();
    }
}
