package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.Job;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An output that takes long to read holds up nobody else.
class OutboxMonitorIT {
    private static final Duration LIMIT = Patience.LONG;

    @TempDir private Path folder;

    @Test
    void othersAreToldWhileTheOutputOfAJobIsRead() throws Exception {
        UnreportedJobs jobs = new UnreportedJobs(folder, 3);
        OutboxParts outbox = jobs.outbox();
        Job slow = jobs.all().getFirst();
        Path pipe = pipeInPlaceOf(jobs.log(slow));
        jobs.all().stream().skip(1).forEach(outbox.ledger::take);
        Thread reader = Thread.ofPlatform().start(() -> outbox.ledger.take(slow));
        await().atMost(LIMIT).until(() -> isOpening(reader));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<List<Note>> held =
                    CompletableFuture.supplyAsync(
                            () -> outbox.claims.hold(due -> due.key().job() == 2, 1000), threads);
            await().atMost(LIMIT).until(held::isDone);
            assertThat(held.join()).extracting(Note::job).containsExactly(2L);
            assertThat(outbox.courier.markTyping(pending(outbox), "typed", Optional.empty()))
                    .isTrue();
            assertThat(isOpening(reader)).isTrue();
        } finally {
            Files.newOutputStream(pipe).close();
        }
        reader.join();
        assertThat(pending(outbox)).extracting(Note::job).containsExactly(1L, 3L);
    }

    private static List<Note> pending(OutboxParts outbox) {
        return outbox.pending(UnreportedJobs.AGENT);
    }

    /// Whether the thread waits for somebody to write to the pipe.
    private static boolean isOpening(Thread reader) {
        return Arrays.stream(reader.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().startsWith("open0"));
    }

    /// Opening it for reading waits for somebody who writes.
    private static Path pipeInPlaceOf(Path log) throws IOException, InterruptedException {
        Files.delete(log);
        int code = new ProcessBuilder("mkfifo", log.toString()).inheritIO().start().waitFor();
        assertThat(code).isZero();
        return log;
    }
}
