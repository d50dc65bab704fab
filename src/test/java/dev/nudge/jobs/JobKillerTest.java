package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.engine.Engine;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobState;
import dev.nudge.job.Signal;
import dev.nudge.jobs.JobKiller.Outcome;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.ChangedEngine;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobKillerTest extends DiskFixture {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final ProcessTable processes = new ProcessTable();
    private final ExecutionLifecycleService lifecycle =
            new ExecutionLifecycleService(System::nanoTime);
    private Jobs jobs;
    private JobKiller killer;

    @BeforeEach
    void start() throws IOException {
        use(disk.engines());
    }

    private void use(Engines engines) throws IOException {
        jobs = disk.register(lifecycle, engines);
        killer =
                new JobKiller(
                        jobs,
                        lifecycle,
                        engines,
                        new JobPauser(jobs, engines, disk.processes()),
                        disk.processes(),
                        processes);
    }

    /// Starts a process that is job 1, and plays its host.
    private Process startAJob() throws IOException {
        disk.save(number -> SomeJob.running(number, SomeJob.spec("sleep 300"), Optional.empty()));
        Process process = disk.startCommand(1);
        jobs.adopt();
        return process;
    }

    private void recordEnd(String end) throws IOException {
        Files.writeString(disk.store().directory(1).path().resolve("exit.json"), end);
    }

    @Test
    void killedExecutionEndsOnlyWhenItsHostHasRecordedHow() throws Exception {
        Process process = startAJob();
        JobEntry job = jobs.require(1);
        assertThat(lifecycle.isActive(1)).isTrue();

        lifecycle.kill(1, GRACE);

        assertThat(process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(lifecycle.isActive(1)).isFalse();
        assertThat(job.job().isEnded()).isFalse();
        assertThat(jobs.endOf(job)).isNotDone();

        recordEnd("{\"code\":7}\n");
        jobs.endIfOver(1);
        assertThat(jobs.endOf(job).join().exitStatus()).contains(new ExitStatus.Exited(7));
    }

    @Test
    void killedJobWhoseHostRecordsNothingIsNotCalledEnded() throws Exception {
        Process process = startAJob();
        JobEntry job = jobs.require(1);

        Outcome outcome = killer.kill(job, "killed by the user", GRACE);

        assertThat(process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(outcome).isEqualTo(new Outcome.Unrecorded(job.job()));
        assertThat(job.job().state()).isInstanceOf(JobState.Stopping.class);
    }

    @Test
    void killThatFailsIsTriedAgainUntilItSucceeds() throws Exception {
        ChangedEngine.Call end =
                ChangedEngine.failing(
                        new AtomicInteger(2),
                        () -> new UncheckedIOException("it refuses", new IOException()));
        Engine local = disk.engines().of(EngineChoice.LOCAL);
        Engine failing = ChangedEngine.of(Engine.class, local, Map.of("end", end));
        use(new Engines(failing, List.of(), _ -> EngineChoice.LOCAL));
        Process process = startAJob();

        Outcome outcome = killer.kill(jobs.require(1), "timeout of 1 s", GRACE);

        assertThat(outcome).isInstanceOf(Outcome.Pending.class);
        assertThat(outcome.complaint()).contains("it refuses", "will try again");
        await().atMost(GRACE)
                .until(() -> {
                    killer.retry();
                    return !process.isAlive();
                });
        // The thread that killed it waits for the record of its end, and would write into a
        // directory that is being removed.
        recordEnd("{\"signal\":15}\n");
        await().atMost(GRACE).until(() -> !jobs.require(1).killing().isLocked());
    }

    @Test
    void timerIsEndedByTheKillOfItsExecution() throws IOException {
        JobEntry timer = jobs.startVirtual(SomeJob.timer(), Optional.empty(), _ -> {});

        assertThat(killer.kill(timer, "killed by the user", GRACE))
                .isEqualTo(new Outcome.Killed(timer.job()));

        Job ended = timer.job();
        assertThat(ended.stopReason()).contains("killed by the user");
        assertThat(ended.exitStatus()).contains(new ExitStatus.Signaled(Signal.TERM));
        assertThat(killer.kill(timer, "again", GRACE))
                .isEqualTo(new Outcome.AlreadyEnded(ended, List.of()));
    }
}
