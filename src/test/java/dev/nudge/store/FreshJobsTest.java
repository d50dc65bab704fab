package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.testkit.DiskFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FreshJobsTest extends DiskFixture {
    private JobDirectory job;
    private FreshJobs fresh;

    @BeforeEach
    void makeJob() throws IOException {
        job = disk.state().job(7);
        Files.createDirectory(job.path());
        fresh = new FreshJobs(disk.state().jobs());
    }

    @Test
    void recordIsDurableOnceItHasBeenWrittenAndMadeDurable() throws IOException {
        fresh.add(List.of(job));
        assertThat(fresh.hasRecord(7)).isFalse();
        fresh.recorded(job);
        assertThat(fresh.hasRecord(7)).as("it has to be written again").isFalse();

        Files.createFile(job.record());
        fresh.recorded(job);
        assertThat(fresh.hasRecord(7)).isTrue();
    }

    @Test
    void nameThatCannotBeMadeDurableIsAnErrorUntilItCan() throws IOException {
        Path away = folder.resolve("away");
        Files.move(job.path().getParent(), away);
        fresh.add(List.of(job));
        assertThatThrownBy(() -> fresh.settle(7)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> fresh.settle(7)).isInstanceOf(IOException.class);

        Files.move(away, job.path().getParent());
        fresh.settle(7);
        assertThat(fresh.hasRecord(7)).as("nothing is left to do").isTrue();
    }
}
