package dev.nudge.jobs.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.job.queue.Queueing;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.process.MachineUse;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs whose records could not be read.
class LeftOutJobsTest {
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

    private static Job after(long before, boolean mustSucceed) {
        Queueing queueing =
                new Queueing(
                        "default",
                        0,
                        List.of(new Dependency(before, mustSucceed)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        return Job.queued(2, SomeJob.spec("true").with(queueing), NOW, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jobThatIsLeftOutHasNotEnded(boolean mustSucceed) {
        QueuePlan plan =
                QueuePlanner.plan(
                        List.of(after(1, mustSucceed)),
                        Set.of(1L),
                        name -> Group.of(name, GroupLimits.NONE),
                        _ -> Optional.empty(),
                        () -> new MachineUse(4L << 30, 1.5),
                        NOW,
                        true);

        assertThat(plan.skipped()).isEmpty();
        assertThat(plan.due()).isEmpty();
        assertThat(plan.waiting())
                .extracting(Waiting::reason)
                .containsExactly(WaitReason.of("after job 1"));
    }
}
