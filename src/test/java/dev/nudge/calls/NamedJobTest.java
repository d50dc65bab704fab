package dev.nudge.calls;

import static dev.nudge.job.JobSelector.parse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.calls.OutputCalls.NamedJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobSpec;
import dev.nudge.testkit.SomeJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamedJobTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final NamedJob JOBS =
            new NamedJob(
                    List.of(
                            ended(job(1, "build")),
                            job(2, "server"),
                            ended(job(3, "server")),
                            job(4, "watch"),
                            job(5, "watch"),
                            job(6, "")));

    private static Job job(long number, String label) {
        JobSpec spec = label.isEmpty() ? SomeJob.spec("make") : SomeJob.labelled("make", label);
        return SomeJob.running(number, spec, Optional.empty());
    }

    private static Job ended(Job job) {
        return job.after(new JobEvent.EndSeen(new ExitStatus.Exited(0), NOW));
    }

    @Test
    void jobIsFoundByItsNumberItsLabelOrAsTheLastAndTheOneToEndRuns() {
        assertThat(JOBS.of(parse("2"))).isEqualTo(2);
        assertThat(JOBS.of(parse("build"))).isEqualTo(1);
        assertThat(JOBS.of(parse("server"))).as("the newest").isEqualTo(3);
        assertThat(JOBS.of(parse("@last"))).isEqualTo(6);

        assertThat(JOBS.toEnd(parse("server"))).isEqualTo(2);
        assertThat(JOBS.toEnd(parse("build"))).isEqualTo(1);
        assertThatThrownBy(() -> JOBS.toEnd(parse("watch")))
                .hasMessage(
                        "\"watch\" is the label of 2 running jobs: 4, 5; expected the number of one");
    }

    @Test
    void unknownJobIsAnsweredWithThoseThatExistAndTheToolThatListsThem() {
        assertThatThrownBy(() -> JOBS.of(parse("sever")))
                .hasMessage(
                        "No job has the label \"sever\". Did you mean \"server\"? Known jobs: 6, 5 (watch), 4 (watch), 3 (server), 2 (server), 1 (build). List all with list_jobs.");
        assertThatThrownBy(() -> JOBS.toEnd(parse("9")))
                .hasMessageStartingWith("No job 9. Known jobs: 6, ");
        assertThatThrownBy(() -> new NamedJob(List.of()).of(parse("@last")))
                .hasMessage("No job has been started. There are no jobs yet.");
    }
}
