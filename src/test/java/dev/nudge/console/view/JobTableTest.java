package dev.nudge.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.jobs.queue.QueuePlan.WaitReason;
import dev.nudge.testkit.SomeJob;
import dev.nudge.text.CallerZone;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobTableTest {
    private static final String REASON = "group builds wants 4.0G of memory, 2.1G are free";

    private static String table(int columns) {
        return table(columns, List.of(queued(SomeJob.spec("make"))));
    }

    private static String table(int columns, List<JobSnapshot> jobs) {
        return new JobTable(columns, false, CallerZone.UTC).render(jobs);
    }

    private static JobSnapshot queued(JobSpec spec) {
        Job job = Job.queued(118, spec, Instant.EPOCH, Optional.empty());
        return new JobSnapshot(
                job, OptionalLong.empty(), false, Optional.of(WaitReason.of(REASON)));
    }

    private static JobSnapshot timedOut() {
        JobLimits limits =
                new JobLimits(
                        LifeSpan.OUTLIVE, Optional.of(Duration.ofSeconds(10)), Optional.empty());
        Job job =
                Job.starting(117, SomeJob.spec("make", limits), Instant.EPOCH, Optional.empty())
                        .after(new JobEvent.Started(Launch.of(99, Instant.EPOCH)))
                        .after(new JobEvent.StopRequested("timeout of 10 s"))
                        .after(
                                new JobEvent.EndSeen(
                                        new ExitStatus.Signaled(Signal.TERM), Instant.EPOCH));
        return new JobSnapshot(job, OptionalLong.of(1 << 20), false, Optional.empty());
    }

    private static List<JobSnapshot> mixed() {
        return List.of(timedOut(), queued(SomeJob.labelled("make", "nightly-build")));
    }

    @Test
    void cellsAreShortenedOnATerminalAloneAndReasonsAreInOneColumn() {
        assertThat(table(200)).contains("group builds wants").doesNotContain(REASON);
        assertThat(table(Integer.MAX_VALUE)).contains(REASON);
        assertThat(table(Integer.MAX_VALUE, mixed()))
                .containsPattern("timed out.* SIGTERM.* timeout of 10 s")
                .containsPattern("queued +- +group builds wants");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 120, 160})
    void tableFitsTheTerminal(int columns) {
        assertThat(table(columns, mixed()).lines())
                .allSatisfy(line -> assertThat(Cells.width(line)).isLessThanOrEqualTo(columns));
    }

    @Test
    void narrowTableKeepsWhatMattersMost() {
        assertThat(table(60, mixed()))
                .contains("LABEL", "STATE", "EXIT", "timed out", "SIGTERM", "nightly-build")
                .doesNotContain("REASON");
        assertThat(table(80, mixed())).contains("LABEL", "EXIT", "REASON", "timeout of 10");
    }
}
