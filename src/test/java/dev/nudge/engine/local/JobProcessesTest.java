package dev.nudge.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.ProcessId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JobProcessesTest {
    private static final ProcessId COMMAND = new ProcessId(100, 7);

    private static Set<ProcessId> children() {
        return LongStream.range(101, 140)
                .mapToObj(pid -> new ProcessId(pid, 7))
                .collect(Collectors.toSet());
    }

    /// A shell that waits for its children would see them die and exit with 0.
    @Test
    void commandIsSignalledBeforeItsChildrenAndTogetherWithItsGroup() {
        Set<ProcessId> living = children();
        living.add(COMMAND);

        List<Long> targets = JobProcesses.targets(living, COMMAND);

        assertThat(targets).startsWith(-100L).contains(100L, 101L, 139L);
    }

    @Test
    void groupOfACommandThatHasEndedIsNotSignalledAsOne() {
        assertThat(JobProcesses.targets(children(), COMMAND)).doesNotContain(-100L, 100L);
    }
}
