package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Actions that begin at the same moment, each on a thread of its own.
final class Contest {
    private static final Duration LIMIT = Patience.LONG;

    private Contest() {}

    /// Returns when all are done; fails with what one of them threw.
    static void run(Runnable... actions) {
        CyclicBarrier start = new CyclicBarrier(actions.length);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (Runnable action : actions) {
                all.add(
                        threads.submit(() -> {
                            start.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                            action.run();
                            return null;
                        }));
            }
            all.forEach(one -> assertThat(one).succeedsWithin(LIMIT));
        }
    }
}
