package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitWatcherIT {
    @TempDir private Path bells;
    private final List<Long> ended = new CopyOnWriteArrayList<>();
    private final AtomicInteger rescans = new AtomicInteger();

    private ExitWatcher watcher(LongConsumer listener) throws IOException {
        return new ExitWatcher(bells, listener, _ -> {}, rescans::incrementAndGet);
    }

    private void ring(long job) throws IOException {
        Files.createFile(bells.resolve(Long.toString(job)));
    }

    /// Jobs are adopted in between.
    @Test
    void bellIsAnsweredAfterTheStartAlthoughItRangBefore() throws IOException {
        try (ExitWatcher watcher = watcher(ended::add)) {
            ring(1);
            await().during(Duration.ofMillis(500)).until(ended::isEmpty);

            watcher.start();

            await().until(() -> ended.equals(List.of(1L)));
        }
    }

    @Test
    void bellThatMetAnErrorIsFoundByALookAtAllJobs() throws IOException {
        LongConsumer failing =
                job -> {
                    if (job == 1) {
                        throw new OutOfMemoryError("for a test");
                    }
                    ended.add(job);
                };
        try (ExitWatcher watcher = watcher(failing)) {
            watcher.start();
            ring(1);

            await().until(() -> rescans.get() > 0);
            ring(2);

            await().until(() -> ended.equals(List.of(2L)));
            assertThat(rescans).hasValue(1);
        }
    }

    @Test
    void lookAtAllJobsThatFailsIsRepeated() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        Runnable failing =
                () -> {
                    if (looks.incrementAndGet() < 3) {
                        throw new StackOverflowError("for a test");
                    }
                };
        LongConsumer broken =
                _ -> {
                    throw new NoClassDefFoundError("for a test");
                };
        try (ExitWatcher watcher = new ExitWatcher(bells, broken, _ -> {}, failing)) {
            watcher.start();
            ring(1);

            await().until(() -> looks.get() == 3);
        }
    }
}
