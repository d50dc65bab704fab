package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.engine.Cluster;
import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.engine.EngineChoice;
import dev.nudge.engine.Engines;
import dev.nudge.engine.slurm.SlurmEngine;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.testkit.ChangedEngine;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.ScancelScript;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pauses in a cluster whose `scancel` is a script, so that it fails and succeeds at moments that
/// cannot be chosen in a real one.
class JobPauserTest extends DiskFixture {
    private static final ClusterJob PLACE = ClusterJob.submitted(SlurmEngine.NAME, "4711");

    private Path outage;
    private SlurmEngine slurm;
    private JobEntry entry;
    private JobPauser pauser;

    @BeforeEach
    void prepare() throws IOException {
        ScancelScript cluster = ScancelScript.in(folder, disk);
        outage = cluster.outage();
        slurm = cluster.slurm();
        use(cluster.engines());
    }

    private void use(Engines engines) throws IOException {
        Jobs jobs = disk.register(new ExecutionLifecycleService(System::nanoTime), engines);
        entry = jobs.begin(disk.save(JobPauserTest::running));
        pauser = new JobPauser(jobs, engines, disk.processes());
    }

    private static Job running(long number) {
        return Job.starting(number, SomeJob.spec("true"), Instant.now(), Optional.empty())
                .after(new JobEvent.Started(Launch.of(99, Instant.now()).in(PLACE)));
    }

    /// Somebody pauses the job when nudge is about to try again to let it continue.
    @Test
    void newerPauseIsNotUndone() throws IOException {
        pauser.pause(entry, false);
        Files.createFile(outage);
        assertThatThrownBy(() -> pauser.resume(entry)).isInstanceOf(UnreachableException.class);
        Files.delete(outage);
        slurm.signal(entry.job(), new Signal(10));
        entry.pausing().lock();
        try {
            pauser.retry();
            await().until(() -> entry.pausing().hasQueuedThreads());

            assertThat(pauser.pause(entry, false)).isTrue();
        } finally {
            entry.pausing().unlock();
        }

        await().until(() -> !entry.pausing().hasQueuedThreads() && !entry.pausing().isLocked());
        assertThat(entry.job().isPaused()).isTrue();
    }

    /// As with too many open files: neither the processes to stop are found, nor those to continue.
    @Test
    void jobThatCouldNotBePausedContinuesAsSoonAsPossible() throws IOException {
        AtomicInteger failures = new AtomicInteger(3);
        ChangedEngine.Call call =
                ChangedEngine.failing(failures, () -> new IOException("Too many open files"));
        Cluster failing = ChangedEngine.of(Cluster.class, slurm, Map.of("signal", call));
        use(new Engines(failing, List.of(failing), _ -> EngineChoice.LOCAL));

        assertThatThrownBy(() -> pauser.pause(entry, false)).hasMessage("Too many open files");

        await().until(() -> {
            pauser.retry();
            return !entry.job().isPaused();
        });
        assertThat(failures).hasNegativeValue();
    }
}
