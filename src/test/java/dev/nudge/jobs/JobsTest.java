package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsTest {
    @TempDir private Path folder;

    /// A job that an earlier daemon was starting: its host has recorded that it runs, and is gone.
    private JobsOnDisk diskWithAStart() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        JobSpec spec = SomeJob.spec("true");
        disk.save(number -> Job.starting(number, spec, Instant.now(), Optional.empty()));
        Path directory = disk.store().directory(1).path();
        Files.writeString(
                directory.resolve("host.json"),
                "{\"host_pid\":98,\"host_start\":1,\"pid\":99,\"start\":1,\"boot_id\":\"%s\"}\n"
                        .formatted(new ProcessTable().bootId()));
        return disk;
    }

    private static Path exit(JobsOnDisk disk) {
        return disk.store().directory(1).path().resolve("exit.json");
    }

    /// Its bell may ring before the first sweep looks at it.
    @Test
    void endOfAJobWhoseStartWasNotRecordedKeepsTheStart() throws IOException {
        JobsOnDisk disk = diskWithAStart();
        Files.writeString(exit(disk), "{\"code\":0}\n");
        Jobs jobs = disk.adopted();

        jobs.endIfOver(1);

        Job ended = jobs.require(1).job();
        assertThat(ended.isEnded()).isTrue();
        assertThat(ended.state().launched().orElseThrow().pid()).hasValue(99);
    }

    /// As when the daemon has too many open files, or its thread has been interrupted.
    @Test
    void jobWhoseRecordedEndCannotBeReadNowIsNotLost() throws IOException {
        JobsOnDisk disk = diskWithAStart();
        Jobs jobs = disk.adopted();
        Files.createDirectory(exit(disk));

        jobs.sweep();
        assertThat(jobs.require(1).job().isEnded()).isFalse();

        Files.delete(exit(disk));
        Files.writeString(exit(disk), "{\"code\":7}\n");
        jobs.sweep();
        assertThat(jobs.require(1).job().outcome()).isEqualTo("exit code 7");
    }

    @Test
    void jobWhoseHostCannotBeLookedAtNowIsNotLost() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        disk.save(n -> SomeJob.running(n, SomeJob.spec("true"), Optional.empty()));
        Files.createDirectory(exit(disk).resolveSibling("host.json"));

        Jobs jobs = disk.adopted();

        assertThat(jobs.require(1).job().isEnded()).isFalse();
    }

    @Test
    void jobWithoutARecordedEndIsLostOnceItsProcessesAreGone() throws IOException {
        Jobs jobs = diskWithAStart().adopted();

        jobs.sweep();

        assertThat(jobs.require(1).job().outcome()).contains("lost");
    }
}
