package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.slurm.Sights.Sight;
import dev.nudge.engine.slurm.SlurmJob.SlurmState;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.process.ProcessId;
import dev.nudge.store.ExitRecord;
import dev.nudge.store.HostRecord;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.SomeJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReckoningTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration PATIENCE = Patience.LONG;
    private static final ClusterJob PLACE = ClusterJob.submitted("slurm", "4711");
    private static final ClusterJob ON_NODE = new ClusterJob("slurm", "4711", Optional.of("n1"), 0);
    private static final Launch LAUNCH = Launch.of(99, NOW.minusSeconds(10)).in(ON_NODE);
    private static final ProcessId PROCESS = new ProcessId(99, 2);
    private static final HostRecord HOST =
            new HostRecord(PROCESS, PROCESS, "", NOW.minusSeconds(10), Optional.of(ON_NODE));
    private static final ExitRecord TERMINATED =
            new ExitRecord(new ExitStatus.Signaled(Signal.TERM), NOW.minusSeconds(1));

    private static final Job SUBMITTED =
            Job.starting(17, SomeJob.spec("train"), NOW.minusSeconds(20), Optional.empty())
                    .after(new JobEvent.Submitted(PLACE));
    private static final Job RUNNING = SUBMITTED.after(new JobEvent.Started(LAUNCH));

    private static Optional<Sight> sight(Job asked, SlurmState state, Duration age) {
        SlurmJob found = new SlurmJob("4711", "nudge-17", state, state.name(), "", "n1", "main");
        return Optional.of(new Sight(asked, Optional.of(found), NOW.minus(age)));
    }

    private static Optional<Sight> gone(Job asked, Duration age) {
        return Optional.of(new Sight(asked, Optional.empty(), NOW.minus(age)));
    }

    private static Look look(Job job, Optional<Sight> sight, boolean hasHost, boolean hasExit) {
        return new Reckoning(
                        job,
                        sight,
                        hasHost ? Optional.of(HOST) : Optional.empty(),
                        hasHost,
                        hasExit ? Optional.of(TERMINATED) : Optional.empty(),
                        PATIENCE)
                .look(NOW);
    }

    private static Look look(SlurmState state, Duration age, boolean hasExit) {
        return look(RUNNING, sight(RUNNING, state, age), true, hasExit);
    }

    private static Optional<ExitStatus> status(Look look) {
        return look.end().map(end -> end.exit().status());
    }

    @Test
    void nothingEndsBeforeSlurmSaysSo() {
        assertThat(look(RUNNING, Optional.empty(), true, true).end()).isEmpty();
        assertThat(List.of(SlurmState.RUNNING, SlurmState.COMPLETING, SlurmState.UNKNOWN))
                .allMatch(state -> look(state, PATIENCE, true).end().isEmpty());
    }

    @Test
    void startIsThatOfTheHost() {
        Look look =
                look(SUBMITTED, sight(SUBMITTED, SlurmState.RUNNING, Duration.ZERO), true, false);

        assertThat(look).isEqualTo(Look.started(Optional.of(LAUNCH)));
    }

    @Test
    void jobIsPutBackOnlyIfItWasKnownToRunBeforeSlurmWasAsked() {
        Optional<Sight> before = sight(SUBMITTED, SlurmState.PENDING, Duration.ZERO);
        Optional<Sight> after = sight(RUNNING, SlurmState.PENDING, Duration.ZERO);

        assertThat(look(RUNNING, before, true, false).isRequeued()).isFalse();
        assertThat(look(RUNNING, after, true, false).isRequeued()).isTrue();
    }

    @Test
    void recordOfTheHostComesFirstAndSlurmGivesTheReason() {
        assertThat(look(SlurmState.TIMEOUT, Duration.ZERO, true).end())
                .contains(
                        new Look.End(TERMINATED, Optional.of("Slurm: its time limit was reached")));
    }

    @Test
    void recordIsWaitedFor() {
        Duration almost = PATIENCE.minusSeconds(1);
        assertThat(look(SlurmState.FAILED, almost, false).end()).isEmpty();
        assertThat(look(RUNNING, gone(RUNNING, almost), true, false).end()).isEmpty();
        assertThat(status(look(RUNNING, gone(RUNNING, PATIENCE), true, false)))
                .contains(new ExitStatus.Lost("Slurm no longer knows its job 4711"));
    }

    @ParameterizedTest
    @CsvSource({
        "NODE_FAIL, it is lost: its node failed (Slurm's job 4711)",
        "FAILED, it is lost: it failed (Slurm's job 4711)",
        "OUT_OF_MEMORY, killed",
        "PREEMPTED, killed",
        "CANCELLED, killed"
    })
    void slurmIsBelievedOnceNoRecordCanCome(SlurmState state, String end) {
        ExitStatus expected =
                end.equals("killed")
                        ? new ExitStatus.Signaled(Signal.KILL)
                        : new ExitStatus.Lost(end.replace("it is lost: ", ""));
        assertThat(status(look(state, PATIENCE, false))).contains(expected);
    }

    @Test
    void jobThatWasCancelledBeforeItsStartEndsAtOnceAndOneThatWasKilledHereHasItsSignal() {
        Optional<Sight> cancelled = sight(SUBMITTED, SlurmState.CANCELLED, Duration.ZERO);
        Job stopped = SUBMITTED.after(new JobEvent.StopRequested("killed by the user"));

        assertThat(status(look(SUBMITTED, cancelled, false, false)))
                .contains(new ExitStatus.NotStarted("it was cancelled (Slurm's job 4711)"));
        assertThat(status(look(stopped, cancelled, false, false)))
                .contains(new ExitStatus.NotStarted("killed by the user"));

        Job stopping = RUNNING.after(new JobEvent.StopRequested("killed by the user"));

        assertThat(status(look(stopping, sight(RUNNING, SlurmState.FAILED, PATIENCE), true, false)))
                .contains(new ExitStatus.Signaled(Signal.KILL));
    }
}
