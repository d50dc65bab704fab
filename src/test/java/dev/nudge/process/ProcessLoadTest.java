package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessLoadTest {
    private static final ProcessTable TABLE = new ProcessTable();

    private static ProcessId self() {
        return TABLE.identify(ProcessHandle.current().pid()).orElseThrow();
    }

    @Test
    void addsUpWhatProcessesUseAndNothingOfOneThatIsNotThere() {
        ProcessLoad one = ProcessLoad.of(TABLE, List.of(self()));
        ProcessLoad two = ProcessLoad.of(TABLE, List.of(self(), self()));

        assertThat(one.processes()).isEqualTo(1);
        assertThat(one.memoryBytes()).isBetween(10L << 20, 64L << 30);
        assertThat(two.processes()).isEqualTo(2);
        assertThat(two.memoryBytes()).isGreaterThan(one.memoryBytes() * 3 / 2);
        assertThat(two.cpuTime()).isGreaterThanOrEqualTo(one.cpuTime().multipliedBy(2));
        ProcessLoad none = ProcessLoad.of(TABLE, List.of(new ProcessId(99_999_999, 1)));
        assertThat(none.cpuTime()).isZero();
        assertThat(none.memoryBytes()).isZero();
    }

    @Test
    void countsTheTimeThatAProcessRuns() {
        Duration before = ProcessLoad.of(TABLE, List.of(self())).cpuTime();
        Duration threadBefore = threadTime();
        while (threadTime().minus(threadBefore).compareTo(Duration.ofMillis(300)) < 0) {
            Thread.onSpinWait();
        }

        Duration used = ProcessLoad.of(TABLE, List.of(self())).cpuTime().minus(before);
        assertThat(used).isBetween(Duration.ofMillis(250), Duration.ofSeconds(60));
    }

    private static Duration threadTime() {
        return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }
}
