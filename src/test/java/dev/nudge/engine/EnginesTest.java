package dev.nudge.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.engine.slurm.SlurmEngine;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.job.cluster.ClusterJob;
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
class EnginesTest {
    private final Job job =
            Job.starting(1, SomeJob.spec("true"), Instant.now(), Optional.empty())
                    .after(
                            new JobEvent.Started(
                                    Launch.of(99, Instant.now())
                                            .in(ClusterJob.submitted(SlurmEngine.NAME, "4711"))));

    @TempDir private Path folder;
    private ScancelScript cluster;

    @BeforeEach
    void prepare() throws IOException {
        cluster = ScancelScript.in(folder, new JobsOnDisk(folder));
    }

    private boolean isSettled(int code) {
        return cluster.engines()
                .isSettled(job, new ExitRecord(new ExitStatus.Exited(code), Instant.now()));
    }

    /// It may have been hit by a signal, such as at a time limit, before its host was.
    @Test
    void failureInAClusterWaitsForTheWordOfTheCluster() {
        assertThat(isSettled(3)).isFalse();
        assertThat(isSettled(0)).isTrue();
    }

    @Test
    void failureIsKnownWhileTheClusterCannotBeAsked() throws IOException {
        Files.createFile(cluster.outage());
        assertThatThrownBy(() -> cluster.slurm().signal(job, new Signal(10)))
                .isInstanceOf(UnreachableException.class);

        assertThat(isSettled(3)).isTrue();
        assertThat(isSettled(143)).as("by a signal, as a shell says it").isFalse();
    }
}
