package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConditionTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final ExitStatus TERMINATED = new ExitStatus.Signaled(Signal.TERM);
    private static final JobLimits LIMITS =
            new JobLimits(
                    LifeSpan.OUTLIVE,
                    Optional.of(Duration.ofSeconds(10)),
                    Optional.of(Duration.ofSeconds(5)));

    private static Job running() {
        return SomeJob.running(7, SomeJob.spec("make", LIMITS), Optional.empty());
    }

    private static Job ended(ExitStatus status) {
        return running().after(new JobEvent.EndSeen(status, NOW));
    }

    private static Job stopped(String reason, ExitStatus status) {
        return running()
                .after(new JobEvent.StopRequested(reason))
                .after(new JobEvent.EndSeen(status, NOW));
    }

    static Stream<JobState> before() {
        return JobStateTest.STATES.stream().filter(state -> state.ended().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("before")
    void eachStateBeforeTheEndHasItsWord(JobState state) {
        assertThat(SomeJob.in(state).condition().words()).isEqualTo(state.word());
    }

    @Test
    void questionCountsOnlyWhileTheJobRuns() {
        Job asking =
                running()
                        .asking(
                                new Question(1, Question.Kind.PROMPT, "node", "name: ", false),
                                NOW);

        assertThat(asking.condition()).isEqualTo(Condition.ASKS);
        assertThat(asking.after(new JobEvent.StopRequested("killed by the user")).condition())
                .isEqualTo(Condition.STOPPING);
    }

    @Test
    void endSaysWhatBecameOfTheJobThatWasKilledOrTimedOutIfNudgeStoppedIt() {
        assertThat(ended(new ExitStatus.Exited(0)).ending()).isEqualTo("succeeded");
        assertThat(ended(new ExitStatus.Exited(3)).ending()).isEqualTo("failed (exit code 3)");
        assertThat(ended(TERMINATED).ending()).isEqualTo("was killed (signal SIGTERM)");
        assertThat(ended(new ExitStatus.Lost("its host was killed")).ending())
                .isEqualTo("is lost (its host was killed)");
        assertThat(ended(new ExitStatus.NotStarted("no such directory")).ending())
                .isEqualTo("was not started (no such directory)");
        assertThat(ended(new ExitStatus.Skipped("job 5 failed")).ending())
                .isEqualTo("was skipped (job 5 failed)");

        assertThat(stopped("killed by the user", TERMINATED).ending())
                .isEqualTo("was killed (signal SIGTERM, killed by the user)");
        assertThat(stopped("killed by the user", new ExitStatus.Exited(1)).ending())
                .isEqualTo("was killed (exit code 1, killed by the user)");
        assertThat(stopped(LIMITS.timeoutReason().orElseThrow(), TERMINATED).ending())
                .isEqualTo("timed out (signal SIGTERM, timeout of 10 s)");
        assertThat(stopped(LIMITS.silenceReason().orElseThrow(), new ExitStatus.Exited(1)).ending())
                .isEqualTo("timed out (exit code 1, no output for 5 s)");
        assertThat(stopped("Slurm: its time limit was reached", TERMINATED).condition())
                .isEqualTo(Condition.TIMED_OUT);
        assertThat(stopped("timeout of 10 s", new ExitStatus.Exited(0)).ending())
                .isEqualTo("succeeded (timeout of 10 s)");
    }
}
