package dev.nudge.lifecycle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One listener of one execution, with its pending events.
///
/// Events are queued under the lock, in the order in which they happened, and delivered outside it
/// by one thread at a time. So a listener sees them in order and never two at once; when nobody
/// else is delivering, the thread that caused an event delivers it before it continues.
final class Subscriber {
    private final Object lock;
    private final String name;
    private final List<Subscriber> all;
    private final Consumer<OutputEvent> listener;
    private final Deque<OutputEvent> waiting = new ArrayDeque<>();
    private boolean isDelivering;
    private boolean hasExit;

    /// @param all those of its execution, from which it is removed when it leaves
    Subscriber(Object lock, long id, List<Subscriber> all, Consumer<OutputEvent> listener) {
        this.lock = lock;
        this.name = "output listener of execution " + id;
        this.all = all;
        this.listener = listener;
    }

    Consumer<OutputEvent> listener() {
        return listener;
    }

    /// Queues an event, unless the exit is already queued: nothing comes after it.
    void offer(OutputEvent event) {
        if (!hasExit) {
            waiting.addLast(event);
        }
    }

    /// @return false if it was queued before
    boolean offerExit(OutputEvent.Exit exit) {
        boolean isFirst = !hasExit;
        offer(exit);
        hasExit = true;
        return isFirst;
    }

    /// Drops pending events; nothing more is delivered.
    void leave() {
        synchronized (lock) {
            all.remove(this);
            waiting.clear();
        }
    }

    /// Calls the listener for all pending events, unless another call is doing so.
    void deliver() {
        synchronized (lock) {
            if (isDelivering) {
                return;
            }
            isDelivering = true;
        }
        for (OutputEvent event = next(); event != null; event = next()) {
            OutputEvent news = event;
            Guard.run(name, () -> listener.accept(news));
        }
    }

    private @Nullable OutputEvent next() {
        synchronized (lock) {
            OutputEvent next = waiting.pollFirst();
            isDelivering = next != null;
            return next;
        }
    }
}
