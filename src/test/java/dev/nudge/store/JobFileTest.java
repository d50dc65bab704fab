package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// The form of a job on the disk. That of answers, such as those of `nudge ps --json`, is in
/// [dev.nudge.job.record.JobJsonTest], so that neither changes unseen with the other.
class JobFileTest extends DiskFixture {
    private static final String RECORD =
            SomeJob.UNDELIVERED.replace("\"notify\"", "\"telling\"") + "}";

    @Test
    void hasOneForm() throws IOException {
        Files.createDirectories(disk.state().job(17).path());
        disk.store().save(SomeJob.undelivered());

        assertThat(disk.state().job(17).record()).hasContent(RECORD);
    }
}
