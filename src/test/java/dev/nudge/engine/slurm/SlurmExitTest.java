package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.store.ExitRecord;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.ScancelScript;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a cluster whose `scancel` is a script: in a real one it cannot be chosen whom a signal of
/// the cluster reaches first.
class SlurmExitTest {
    @TempDir private Path folder;
    private ScancelScript cluster;
    private Job job;

    @BeforeEach
    void prepare() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        cluster = ScancelScript.in(folder, disk);
        job = disk.save(SlurmExitTest::running);
    }

    private static Job running(long number) {
        ClusterJob place = ClusterJob.submitted(SlurmEngine.NAME, "4711");
        return Job.starting(number, SomeJob.spec("true"), Instant.now(), Optional.empty())
                .after(new JobEvent.Started(Launch.of(99, Instant.now()).in(place)));
    }

    private boolean isAccepted(int code) {
        ExitRecord exit = new ExitRecord(new ExitStatus.Exited(code), Instant.now());
        return cluster.slurm().accept(job, exit);
    }

    /// It may have been hit by a signal, such as at a time limit, before its host was.
    @Test
    void failureInAClusterWaitsForTheWordOfTheCluster() {
        assertThat(isAccepted(3)).isFalse();
        assertThat(isAccepted(0)).isTrue();
    }

    @Test
    void failureIsKnownWhileTheClusterCannotBeAsked() throws IOException {
        Files.createFile(cluster.outage());
        assertThatThrownBy(() -> cluster.slurm().signal(job, new Signal(10)))
                .isInstanceOf(UnreachableException.class);

        assertThat(isAccepted(3)).isTrue();
        assertThat(isAccepted(143)).as("by a signal, as a shell says it").isFalse();
    }
}
