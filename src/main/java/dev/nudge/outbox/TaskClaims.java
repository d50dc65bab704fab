package dev.nudge.outbox;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The jobs whose ends clients ask for as tasks. Nothing else reports these as long as the client
/// asks. If it stops asking, as when it has ended, its claim ends, and the end is reported in
/// another way. Claims are in memory only: a daemon that begins makes one for each task whose end
/// has not been reported. Thread-safe.
final class TaskClaims implements AutoCloseable {
    /// How long after its last question a client may ask again: some four times as long as an
    /// answer is held back with the pause before the next question.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final LongConsumer ended;
    private final Map<Long, Claim> claims = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("task-claims").factory());

    /// @param ended called with a job when its claim ends, or the claim of its questions does; must
    ///   not block
    TaskClaims(LongConsumer ended) {
        this.ended = ended;
    }

    private record Claim(long askedAt, boolean isOnQuestions) {}

    /// Claims the end of a job, or renews the claim.
    ///
    /// @param isOnQuestions whether the client has a person answer the questions of the job too
    void claim(long job, boolean isOnQuestions) {
        @Nullable Claim before = claims.put(job, new Claim(System.nanoTime(), isOnQuestions));
        if (before == null) {
            lookLater(job, PATIENCE.toNanos());
        } else if (before.isOnQuestions() && !isOnQuestions) {
            ended.accept(job);
        }
    }

    void drop(long job) {
        claims.remove(job);
    }

    boolean isClaimed(long job) {
        return claims.containsKey(job);
    }

    boolean isClaimedWithQuestions(long job) {
        Claim claim = claims.get(job);
        return claim != null && claim.isOnQuestions();
    }

    private void lookLater(long job, long nanos) {
        if (!timer.isShutdown()) {
            var _ = timer.schedule(() -> look(job), nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void look(long job) {
        long now = System.nanoTime();
        @Nullable Claim kept =
                claims.computeIfPresent(
                        job,
                        (_, claim) ->
                                claim.askedAt() + PATIENCE.toNanos() - now > 0 ? claim : null);
        if (kept == null) {
            ended.accept(job);
        } else {
            lookLater(job, kept.askedAt() + PATIENCE.toNanos() - now);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
