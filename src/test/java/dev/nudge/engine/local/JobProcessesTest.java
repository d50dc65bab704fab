package dev.nudge.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.ProcessId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobProcessesTest {
    private static final ProcessId COMMAND = new ProcessId(100, 7);

    /// A shell that waits for its children would see them die and exit with 0. The group of a
    /// command that has ended is not signalled as one.
    @Test
    void commandIsSignalledBeforeItsChildrenAndTogetherWithItsGroup() {
        ProcessId child = new ProcessId(101, 7);
        ProcessId later = new ProcessId(99, 8);

        assertThat(JobProcesses.targets(Set.of(child, COMMAND, later), COMMAND))
                .containsExactly(-100L, 100L, 101L, 99L);
        assertThat(JobProcesses.targets(Set.of(child), COMMAND)).containsExactly(101L);
    }
}
