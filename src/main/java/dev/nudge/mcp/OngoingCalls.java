package dev.nudge.mcp;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The calls of one client that have not been answered. Each has a thread of its own.
public final class OngoingCalls {
    /// The most that are carried out at once: many more than an agent has tools to run in parallel,
    /// and few enough that one client cannot keep the daemon from answering others.
    static final int MOST = 250;

    private static final ScopedValue<Call> CURRENT = ScopedValue.newInstance();

    /// A name of an agent's thread that can stand in a path.
    private static final Pattern THREAD = Pattern.compile("[0-9A-Za-z-]{1,100}");

    private final Set<Call> all = ConcurrentHashMap.newKeySet();

    private static final class Call {
        private final String id;
        private final String thread;
        private volatile boolean isCancelled;
        private volatile boolean isHurried;
        private volatile @Nullable Future<?> awaited;

        private Call(RpcLine.Request request) {
            id = request.id();
            thread = THREAD.matcher(request.thread()).matches() ? request.thread() : "";
        }

        private void cancel() {
            isCancelled = true;
            hurry();
        }

        private void hurry() {
            isHurried = true;
            Future<?> news = awaited;
            if (news != null) {
                news.cancel(false);
            }
        }

        private boolean await(Future<?> news, Duration limit) {
            awaited = news;
            try {
                if (!isHurried) {
                    news.get(limit.toMillis(), TimeUnit.MILLISECONDS);
                }
            } catch (TimeoutException | CancellationException e) {
                return !isHurried;
            } catch (ExecutionException never) {
                throw new IllegalStateException("news is never exceptional", never);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } finally {
                awaited = null;
            }
            return !isHurried;
        }
    }

    boolean isFull() {
        return all.size() >= MOST;
    }

    /// Returns whether one more that only waits for news is to be carried out at once, so that
    /// others still find room.
    boolean isHalfFull() {
        return all.size() >= MOST / 2;
    }

    /// Begins a call.
    ///
    /// @return carries the call out, on the thread that runs it
    Runnable begin(RpcLine.Request request, Runnable action) {
        Call call = new Call(request);
        all.add(call);
        return () -> {
            try {
                ScopedValue.where(CURRENT, call).run(action);
            } finally {
                all.remove(call);
            }
        };
    }

    /// Carries a call out on this thread: it waits for no news.
    void carryOut(RpcLine.Request request, Runnable action) {
        Call call = new Call(request);
        call.hurry();
        ScopedValue.where(CURRENT, call).run(action);
    }

    /// Records that nobody waits any more for the answers to the requests with this id: clients may
    /// use one again. An unknown one has been answered.
    void cancel(String id) {
        all.stream().filter(call -> call.id.equals(id)).forEach(Call::cancel);
    }

    /// Cancels all calls: the client has left.
    void cancelAll() {
        all.forEach(Call::cancel);
    }

    /// Ends the waits for news of all calls: the client will say nothing more, and only waits for
    /// its last answers.
    void hurryAll() {
        all.forEach(Call::hurry);
    }

    /// Returns the id of the agent's thread from which this thread's call comes: one server may run
    /// several of them. Empty if the agent does not name it.
    public static String thread() {
        return CURRENT.isBound() ? CURRENT.get().thread : "";
    }

    /// Returns whether nobody waits for the answer to this thread's call.
    static boolean isCancelled() {
        return CURRENT.isBound() && CURRENT.get().isCancelled;
    }

    /// Waits in this thread's call for news, no longer than its client waits for the answer.
    ///
    /// @param news cancelled when the wait is over
    /// @return false if the call is to end now
    static boolean await(Future<?> news, Duration limit) {
        try {
            return CURRENT.isBound() && CURRENT.get().await(news, limit);
        } finally {
            news.cancel(false);
        }
    }
}
