package dev.nudge.mcp;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The calls of one client that have not been answered. Each has a thread of its own.
final class OngoingCalls {
    /// The most that are carried out at once: many more than an agent has tools to run in parallel,
    /// and few enough that one client cannot keep the daemon from answering others.
    static final int MOST = 250;

    private static final ThreadLocal<Call> CURRENT = new ThreadLocal<>();

    /// By their ids, the newest of each: a client may use an id again that is in use.
    private final Map<String, Call> calls = new ConcurrentHashMap<>();

    private final Set<Call> all = ConcurrentHashMap.newKeySet();

    /// One call.
    static final class Call {
        private final String id;
        private final CountDownLatch cancelled = new CountDownLatch(1);

        private Call(String id) {
            this.id = id;
        }
    }

    /// Returns whether as many calls are being carried out as may be.
    boolean isFull() {
        return all.size() >= MOST;
    }

    /// Registers a call.
    ///
    /// @param id of the request, in JSON
    Call begin(String id) {
        Call call = new Call(id);
        all.add(call);
        calls.put(id, call);
        return call;
    }

    /// Carries out a call on this thread.
    void carryOut(Call call, Runnable action) {
        CURRENT.set(call);
        try {
            action.run();
        } finally {
            CURRENT.remove();
            calls.remove(call.id, call);
            all.remove(call);
        }
    }

    /// Records that nobody waits for the answer to this request any more; an unknown one has been
    /// answered.
    void cancel(String id) {
        Call call = calls.get(id);
        if (call != null) {
            call.cancelled.countDown();
        }
    }

    /// Cancels all calls: the client has left.
    void cancelAll() {
        all.forEach(call -> call.cancelled.countDown());
    }

    /// Returns whether nobody waits for the answer to this thread's call.
    static boolean isCancelled() {
        Call call = CURRENT.get();
        return call != null && call.cancelled.getCount() == 0;
    }

    /// Waits until nobody waits for the answer to this thread's call any more.
    ///
    /// @param limit the longest time; empty for any
    /// @return whether that is so
    static boolean awaitCancelled(Optional<Duration> limit) {
        Call call = CURRENT.get();
        if (call == null) {
            return true;
        }
        try {
            if (limit.isPresent()) {
                return call.cancelled.await(limit.get().toMillis(), TimeUnit.MILLISECONDS);
            }
            call.cancelled.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }
}
