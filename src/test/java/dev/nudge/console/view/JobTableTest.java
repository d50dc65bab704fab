package dev.nudge.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.Job;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobTableTest {
    private static final String REASON = "group builds wants 4.0G of memory, 2.1G are free";

    private static String table(int columns) {
        Job job = Job.queued(1, SomeJob.spec("make"), Instant.EPOCH, Optional.empty());
        return new JobTable(columns, false, ZoneOffset.UTC)
                .render(
                        List.of(
                                new JobSnapshot(
                                        job, OptionalLong.empty(), false, Optional.of(REASON))));
    }

    @Test
    void cellsAreShortenedOnATerminalAlone() {
        assertThat(table(200)).contains("group builds wants").doesNotContain(REASON);
        assertThat(table(Integer.MAX_VALUE)).contains(REASON);
    }
}
