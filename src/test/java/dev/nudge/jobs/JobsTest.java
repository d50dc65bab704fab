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

    /// A job that an earlier daemon was starting: its host has recorded that it runs, and that it
    /// has ended.
    private JobsOnDisk diskWithAStart() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        JobSpec spec = SomeJob.spec("true");
        disk.save(number -> Job.starting(number, spec, Instant.now(), Optional.empty()));
        Path directory = disk.store().directory(1).path();
        Files.writeString(
                directory.resolve("host.json"),
                "{\"host_pid\":98,\"host_start\":1,\"pid\":99,\"start\":1,\"boot_id\":\"%s\"}\n"
                        .formatted(new ProcessTable().bootId()));
        Files.writeString(directory.resolve("exit.json"), "{\"code\":0}\n");
        return disk;
    }

    /// Its bell may ring before the first sweep looks at it.
    @Test
    void endOfAJobWhoseStartWasNotRecordedKeepsTheStart() throws IOException {
        Jobs jobs = diskWithAStart().adopted();

        jobs.endIfOver(1);

        Job ended = jobs.require(1).job();
        assertThat(ended.isEnded()).isTrue();
        assertThat(ended.state().launched().orElseThrow().pid()).hasValue(99);
    }
}
