package dev.nudge.engine.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.engine.Engine.Look;
import dev.nudge.engine.Engine.UnreachableException;
import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.Signal;
import dev.nudge.store.ExitRecord;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.ScancelScript;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Without a real cluster: in one, it cannot be chosen what a killed daemon has left, or whom a
/// signal of the cluster reaches first.
class SlurmEngineTest extends DiskFixture {
    private ScancelScript cluster;
    private SlurmEngine engine;
    private Job job;
    private Path directory;

    @BeforeEach
    void prepare() throws IOException {
        cluster = ScancelScript.in(folder, disk);
        engine = cluster.slurm();
        job =
                disk.save(n ->
                        Job.starting(n, SomeJob.spec("true"), Instant.now(), Optional.empty()));
        directory = disk.store().directory(1).path();
    }

    private void age(Duration age) throws IOException {
        Files.setLastModifiedTime(
                directory.resolve("job.json"), FileTime.from(Instant.now().minus(age)));
    }

    /// As an earlier daemon could leave it that was killed.
    @Test
    void jobThatNothingCanStartAnyMoreIsLostAndOneThatMayStillBeStartedIsNot() throws IOException {
        assertThat(engine.look(job)).isEqualTo(Look.NOTHING);

        age(Duration.ofMinutes(1));

        assertThat(engine.look(job).end().orElseThrow().exit().status())
                .isEqualTo(new ExitStatus.Lost("its start was interrupted"));
        for (String right : List.of("ticket", "ticket-m8x3k2", "claimed-4711", "revoked")) {
            Path file = Files.createFile(directory.resolve(right));
            assertThat(engine.look(job)).as(right).isEqualTo(Look.NOTHING);
            Files.delete(file);
        }
    }

    @Test
    void hostThatHasStartedTheCommandSaysAsWhichJobOfSlurm() throws IOException {
        age(Duration.ofMinutes(1));
        Files.writeString(
                directory.resolve("host.json"),
                "{\"host_pid\":8,\"host_start\":1,\"pid\":9,\"start\":1,\"boot_id\":\"\",\"engine\":\"slurm\",\"cluster\":\"4711\",\"node\":\"n1\",\"restarts\":0}\n");

        Look look = engine.look(job);

        assertThat(look.end()).isEmpty();
        assertThat(look.launch().flatMap(Launch::cluster))
                .contains(new ClusterJob(SlurmEngine.NAME, "4711", Optional.of("n1"), 0));
    }

    private boolean isAccepted(int code) {
        Launch launch = Launch.of(99, Instant.now()).in(ClusterJob.submitted("slurm", "4711"));
        ExitRecord exit = new ExitRecord(new ExitStatus.Exited(code), Instant.now());
        return engine.accept(job.after(new JobEvent.Started(launch)), exit);
    }

    /// It may have been hit by a signal, such as at a time limit, before its host was.
    @Test
    void failureInAClusterWaitsForTheWordOfTheClusterUnlessThatCannotBeAsked() throws IOException {
        assertThat(isAccepted(3)).isFalse();
        assertThat(isAccepted(0)).isTrue();

        Files.createFile(cluster.outage());
        Job submitted =
                job.after(new JobEvent.Submitted(ClusterJob.submitted(SlurmEngine.NAME, "4711")));
        assertThatThrownBy(() -> engine.signal(submitted, new Signal(10)))
                .isInstanceOf(UnreachableException.class);

        assertThat(isAccepted(3)).isTrue();
        assertThat(isAccepted(143)).as("by a signal, as a shell says it").isFalse();
    }
}
