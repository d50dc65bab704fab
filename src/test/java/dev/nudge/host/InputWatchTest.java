package dev.nudge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.host.WaitSigns.Sighting;
import dev.nudge.host.WaitSigns.Sign;
import dev.nudge.job.Question.Kind;
import dev.nudge.process.ProcessId;
import dev.nudge.store.JobDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputWatchTest {
    @TempDir private Path folder;

    @Test
    void questionIsFoundAfterALookThatFailed() {
        Reader.Progress progress = new Reader.Progress();
        Sighting seen =
                new Sighting(
                        Kind.PROMPT, new ProcessId(42, 7), "read", Sign.AT_CURSOR, "Name? ", 1, 0);
        AtomicInteger looks = new AtomicInteger();
        InputWatch watch =
                new InputWatch(
                        new JobDirectory(folder, 1),
                        () -> {
                            if (looks.incrementAndGet() == 1) {
                                throw new NoClassDefFoundError("broken on purpose");
                            }
                            return Optional.of(seen);
                        },
                        () -> true,
                        progress);

        watch.start();

        Path question = folder.resolve("question");
        await().until(() -> Files.exists(question));
        assertThat(question).content().isEqualTo("1\nprompt\nread\nName? \nmasked\n");
        watch.end();
    }
}
