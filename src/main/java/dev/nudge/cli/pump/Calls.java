package dev.nudge.cli.pump;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of a session that the pump must remember: its greeting, and the requests that wait for
/// an answer. Thread-safe.
final class Calls {
    private final Map<String, Rpc> unanswered = new LinkedHashMap<>();
    private @Nullable String initialize;
    private @Nullable String initialized;
    private @Nullable String initializeId;
    private boolean isInitializeAnswered;

    synchronized void sent(Rpc message, String line) {
        switch (message.method()) {
            case "initialize" -> {
                initialize = line;
                initializeId = message.id();
            }
            case "notifications/initialized" -> initialized = line;
            case "notifications/cancelled" -> forget(Rpc.cancelledId(line));
            default -> {
                if (message.isRequest()) {
                    unanswered.put(message.id(), message);
                }
            }
        }
    }

    synchronized void answered(Rpc answer) {
        if (answer.id().equals(initializeId)) {
            isInitializeAnswered = true;
        }
        forget(answer.id());
    }

    private void forget(String id) {
        unanswered.remove(id);
        notifyAll();
    }

    /// Returns the requests that will never be answered, and forgets them. The greeting is not
    /// among them: it is repeated.
    synchronized List<Rpc> takeUnanswered() {
        List<Rpc> taken = List.copyOf(unanswered.values());
        unanswered.clear();
        notifyAll();
        return taken;
    }

    synchronized Optional<String> initialize() {
        return Optional.ofNullable(initialize);
    }

    synchronized Optional<String> initialized() {
        return Optional.ofNullable(initialized);
    }

    synchronized boolean isInitializeAnswered() {
        return isInitializeAnswered;
    }

    /// Returns whether the session has begun and no request waits for an answer.
    synchronized boolean isIdle() {
        return unanswered.isEmpty() && initialized != null && isInitializeAnswered;
    }

    /// Waits until every request has its answer, at most for the given time.
    synchronized void awaitNone(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!unanswered.isEmpty() || (initialize != null && !isInitializeAnswered)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }
}
