package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.calls.WaitingCalls.Outcome;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobState.Launch;
import dev.nudge.jobs.Terminals;
import dev.nudge.mcp.ToolReply;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job may end just as the wait for it does.
class JobRepliesTest {
    @TempDir private Path folder;
    private JobReplies answers;
    private Job ended;

    @BeforeEach
    void endedJob() throws IOException {
        JobStore store = new JobStore(StateDirectory.create(folder.resolve("nudge")), () -> 0);
        answers = new JobReplies(new OutputReading(store, new Terminals(store)));
        JobSpec spec = SomeJob.spec("make");
        Instant now = Instant.now();
        ended =
                Job.starting(store.allocate().number(), spec, now, Optional.empty())
                        .after(new JobEvent.Started(Launch.of(99, now)))
                        .after(new JobEvent.EndSeen(new ExitStatus.Exited(0), now));
    }

    private String answer(List<Job> seen) {
        Waited waited = new Waited(Outcome.TIME_IS_UP, seen, List.of());
        return ((ToolReply.Text) answers.of(waited, List.of(ended), true)).text();
    }

    @Test
    void endThatWasSeenAsTimeWasUpIsTheAnswer() {
        assertThat(answer(List.of(ended)))
                .startsWith("Job 1 (make) has ended: exit code 0")
                .doesNotContain("in the background");
        assertThat(answer(List.of())).startsWith("Job 1 continues in the background");
    }

    @Test
    void jobThatIsPausedIsNotSaidToContinue() {
        Instant now = Instant.now();
        Job running =
                Job.starting(2, SomeJob.spec("make test"), now, Optional.empty())
                        .after(new JobEvent.Started(Launch.of(100, now)));
        Job paused = running.after(new JobEvent.PauseBegun(now, Duration.ZERO, false));

        assertThat(unended(List.of(paused))).startsWith("Job 2 is paused until it is resumed.");
        assertThat(unended(List.of(running, paused)))
                .startsWith(
                        "Job 2 continues in the background; job 2 is paused until it is resumed.");
    }

    private String unended(List<Job> jobs) {
        Waited waited = new Waited(Outcome.TIME_IS_UP, List.of(), List.of());
        return ((ToolReply.Text) answers.of(waited, jobs, true)).text();
    }
}
