package dev.nudge.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Every request that a model was sent, oldest first. Thread-safe.
final class RequestLog {
    private final List<ModelRequest> requests = new ArrayList<>();

    synchronized void add(ModelRequest request) {
        requests.add(request);
        notifyAll();
    }

    synchronized List<ModelRequest> all() {
        return List.copyOf(requests);
    }

    /// Waits for the first turn of the conversation that fulfils the condition.
    synchronized ModelRequest await(
            Predicate<ModelRequest> condition, String wanted, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        Optional<ModelRequest> found = find(condition);
        try {
            while (found.isEmpty()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(
                            "The model received no " + wanted + " in " + limit + ". " + seen());
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
                found = find(condition);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting for " + wanted, e);
        }
        return found.get();
    }

    private Optional<ModelRequest> find(Predicate<ModelRequest> condition) {
        return requests.stream().filter(ModelRequest::isConversation).filter(condition).findFirst();
    }

    private String seen() {
        return "It received: "
                + requests.stream()
                        .map(r -> r.method() + " " + r.lastUserText() + r.functionResponses())
                        .toList();
    }
}
