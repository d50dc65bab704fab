package dev.nudge.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.JobEvent.AttemptFailed;
import dev.nudge.job.JobEvent.EndSeen;
import dev.nudge.job.JobEvent.JobTransition;
import dev.nudge.job.JobEvent.PauseBegun;
import dev.nudge.job.JobEvent.PauseEnded;
import dev.nudge.job.JobEvent.Started;
import dev.nudge.job.JobEvent.StopRequested;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Paused;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.JobState.Queued;
import dev.nudge.job.JobState.Running;
import dev.nudge.job.JobState.Starting;
import dev.nudge.job.JobState.Stopping;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobTransitionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Launch LAUNCH = Launch.of(42, NOW);
    private static final ExitStatus OK = new ExitStatus.Exited(0);
    private static final ExitStatus KILLED = new ExitStatus.Signaled(Signal.KILL);

    private static final Duration GRACE = Duration.ofSeconds(20);

    private static final JobState STARTING = new Starting();
    private static final JobState RUNNING = new Running(LAUNCH);
    private static final JobState STOPPING = new Stopping(LAUNCH, GRACE);
    private static final JobState ENDED = new Ended(Optional.of(LAUNCH), OK, NOW);

    private static final JobEvent START = new Started(LAUNCH);
    private static final JobEvent STOP = new StopRequested("killed by the user", GRACE);
    private static final JobEvent END = new EndSeen(KILLED, NOW);

    private static final JobEvent FAILED = new AttemptFailed(new ExitStatus.Exited(3), NOW, 0);

    private static final JobEvent AGAIN = new JobEvent.Restarted(0);

    private static final JobState KILLED_BEFORE = new Ended(Optional.empty(), KILLED, NOW);
    private static final JobState KILLED_AFTER = new Ended(Optional.of(LAUNCH), KILLED, NOW);

    private static final Instant LATER = NOW.plusSeconds(60);
    private static final Duration RAN = Duration.ofSeconds(10);
    private static final JobState PAUSED = new Paused(LAUNCH, NOW, RAN, false);
    private static final JobState PAUSED_WITH_GROUP = new Paused(LAUNCH, NOW, RAN, true);
    private static final JobState TO_CONTINUE = new Paused(LAUNCH, NOW, RAN, false, true);
    private static final JobState TO_CONTINUE_WITH_GROUP = new Paused(LAUNCH, NOW, RAN, true, true);
    private static final JobState RESUMED =
            new Running(LAUNCH.after(new Pauses(Duration.ofSeconds(60), Optional.of(LATER))));
    private static final JobEvent PAUSE = new PauseBegun(NOW, RAN, false);
    private static final JobEvent PAUSE_OF_GROUP = new PauseBegun(NOW, RAN, true);
    private static final JobEvent ASKED_TO_CONTINUE = new JobEvent.ContinueRequested();
    private static final JobEvent RESUME = new PauseEnded(LATER, Duration.ofSeconds(70));

    private static final ClusterJob PLACE = ClusterJob.submitted("slurm", "4711");
    private static final JobState SUBMITTED = new JobState.Submitted(PLACE);
    private static final JobState SUBMITTED_TO_STOP =
            new JobState.Submitted(PLACE, Optional.of(GRACE));
    private static final JobState KILLED_IN_CLUSTER =
            new Ended(Optional.empty(), KILLED, NOW, Optional.of(PLACE));

    static Stream<Arguments> everyPair() {
        return Stream.of(
                changes(STARTING, START, RUNNING),
                stays(STARTING, STOP),
                changes(STARTING, END, KILLED_BEFORE),
                changes(SUBMITTED, START, RUNNING),
                changes(SUBMITTED, STOP, SUBMITTED_TO_STOP),
                changes(SUBMITTED, END, KILLED_IN_CLUSTER),
                changes(SUBMITTED_TO_STOP, START, STOPPING),
                changes(SUBMITTED_TO_STOP, END, KILLED_IN_CLUSTER),
                stays(RUNNING, START),
                changes(RUNNING, STOP, STOPPING),
                changes(RUNNING, END, KILLED_AFTER),
                stays(STOPPING, START),
                stays(STOPPING, STOP),
                changes(STOPPING, END, KILLED_AFTER),
                stays(ENDED, START),
                stays(ENDED, STOP),
                stays(ENDED, END),
                changes(RUNNING, new EndSeen(KILLED, NOW.minusMillis(700)), KILLED_AFTER),
                stays(STARTING, FAILED),
                changes(RUNNING, FAILED, new Queued(false)),
                stays(STOPPING, FAILED),
                stays(ENDED, FAILED),
                changes(ENDED, AGAIN, new Queued(false)),
                stays(STARTING, AGAIN),
                stays(RUNNING, AGAIN),
                stays(PAUSED, AGAIN),
                stays(STOPPING, AGAIN),
                stays(STARTING, PAUSE),
                changes(RUNNING, PAUSE, PAUSED),
                stays(PAUSED, PAUSE),
                stays(PAUSED, PAUSE_OF_GROUP),
                changes(PAUSED_WITH_GROUP, PAUSE, PAUSED),
                stays(STOPPING, PAUSE),
                stays(ENDED, PAUSE),
                stays(PAUSED, START),
                stays(RUNNING, RESUME),
                changes(PAUSED, RESUME, RESUMED),
                stays(STOPPING, RESUME),
                stays(RUNNING, ASKED_TO_CONTINUE),
                changes(PAUSED, ASKED_TO_CONTINUE, TO_CONTINUE),
                changes(PAUSED_WITH_GROUP, ASKED_TO_CONTINUE, TO_CONTINUE_WITH_GROUP),
                stays(TO_CONTINUE, ASKED_TO_CONTINUE),
                stays(STOPPING, ASKED_TO_CONTINUE),
                changes(TO_CONTINUE, RESUME, RESUMED),
                changes(TO_CONTINUE, PAUSE, PAUSED),
                changes(TO_CONTINUE, PAUSE_OF_GROUP, PAUSED_WITH_GROUP),
                changes(TO_CONTINUE_WITH_GROUP, PAUSE, PAUSED),
                changes(TO_CONTINUE_WITH_GROUP, PAUSE_OF_GROUP, PAUSED_WITH_GROUP),
                changes(TO_CONTINUE, STOP, STOPPING),
                changes(TO_CONTINUE, END, KILLED_AFTER),
                changes(PAUSED, STOP, STOPPING),
                changes(PAUSED, END, KILLED_AFTER),
                changes(PAUSED, FAILED, new Queued(true)),
                changes(PAUSED_WITH_GROUP, FAILED, new Queued(false)));
    }

    @ParameterizedTest(name = "{0} after {1}")
    @MethodSource("everyPair")
    void leadsToTheStateOfTheTable(JobState from, JobEvent event, @Nullable JobState to) {
        assertThat(JobTransition.next(from, event)).isEqualTo(to);
    }

    private static Arguments changes(JobState from, JobEvent event, JobState to) {
        return Arguments.of(from, event, to);
    }

    private static Arguments stays(JobState from, JobEvent event) {
        return Arguments.of(from, event, null);
    }

    /// Some hosts know the time of an end to the second only.
    @Test
    void failedStartIsNotOverBeforeItHasBegun() {
        Job failed =
                Job.starting(1, SomeJob.spec("make"), NOW, Optional.empty())
                        .after(START)
                        .after(
                                new AttemptFailed(
                                        new ExitStatus.Exited(3), NOW.minusMillis(400), 0));

        assertThat(failed.attempts().getFirst().end().at()).isEqualTo(NOW);
    }
}
