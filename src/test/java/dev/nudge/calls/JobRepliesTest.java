package dev.nudge.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.calls.WaitingCalls.Outcome;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.jobs.Terminals;
import dev.nudge.mcp.ToolReply;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobRepliesTest extends DiskFixture {
    private JobReplies answers;

    @BeforeEach
    void noJobs() throws IOException {
        answers = new JobReplies(new OutputReading(disk.store(), new Terminals(disk.store())));
    }

    private String answer(List<Job> seen, Job... jobs) {
        Waited waited = new Waited(Outcome.TIME_IS_UP, seen, List.of());
        return ((ToolReply.Text) answers.of(waited, List.of(jobs), true)).text();
    }

    @Test
    void waitWhoseTimeIsUpIsAnsweredWithTheEndThatWasSeenThenOrWithWhatTheJobDoes() {
        Job ended = SomeJob.ended(1, "make");
        assertThat(answer(List.of(ended), ended))
                .startsWith("Job 1 (make) has ended: exit code 0")
                .doesNotContain("in the background");
        assertThat(answer(List.of(), ended)).startsWith("Job 1 continues in the background");

        Job running = SomeJob.running(2, SomeJob.spec("make test"), Optional.empty());
        Job paused = running.after(new JobEvent.PauseBegun(Instant.now(), Duration.ZERO, false));

        assertThat(answer(List.of(), paused)).startsWith("Job 2 is paused until it is resumed.");
        assertThat(answer(List.of(), running, paused))
                .startsWith(
                        "Job 2 continues in the background; job 2 is paused until it is resumed.");
    }
}
