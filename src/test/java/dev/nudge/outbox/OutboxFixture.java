package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.util.List;

/// The outbox of jobs on a disk, of which a test makes the parts, and their agent.
@SuppressWarnings("NullAway") // each class makes its jobs and its outbox
abstract class OutboxFixture extends DiskFixture {
    static final NudgeTarget AGENT = SomeJob.AGENT;

    Jobs jobs;
    OutboxParts outbox;

    List<Note> pending() {
        return outbox.pending(AGENT);
    }

    NudgeState nudge(long job) {
        return jobs.require(job).job().nudge();
    }

    boolean isTurnDue() {
        return outbox.courier.isTurnDue(AgentBinding.of(AGENT));
    }

    void isIdleAfter(int seconds) {
        outbox.leftovers.seen(AGENT, true, Duration.ofSeconds(seconds).toNanos());
    }
}
