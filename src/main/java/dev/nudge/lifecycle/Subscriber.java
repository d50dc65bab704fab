package dev.nudge.lifecycle;

import dev.nudge.lifecycle.listener.Guard;
import dev.nudge.lifecycle.listener.StateLock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/// One listener of one execution, with its pending events.
///
/// Events are queued under the state's lock, in the order in which they happened, and delivered
/// outside it by one thread at a time. So a listener sees them in order and never two at once; when
/// nobody else is delivering, the thread that caused an event delivers it before it continues.
final class Subscriber {
    private final StateLock lock;
    private final Consumer<OutputEvent> listener;
    private final String name;
    private final Deque<OutputEvent> waiting = new ArrayDeque<>();
    private boolean isOpen;
    private boolean isDelivering;
    private boolean hasExit;
    private boolean isRemoved;

    /// Creates a subscriber that delivers nothing until it is opened.
    Subscriber(StateLock lock, long id, Consumer<OutputEvent> listener) {
        this.lock = lock;
        this.listener = listener;
        this.name = "output listener of execution " + id;
    }

    boolean listensWith(Consumer<OutputEvent> other) {
        return listener == other;
    }

    /// Queues an event, unless the exit is already queued: nothing comes after it.
    void offer(OutputEvent event) {
        if (!hasExit && !isRemoved) {
            waiting.addLast(event);
        }
    }

    /// Queues the exit.
    ///
    /// @return false if it was queued before
    boolean offerExit(OutputEvent.Exit exit) {
        boolean isFirst = !hasExit;
        offer(exit);
        hasExit = true;
        return isFirst;
    }

    /// Lets events through, preceded by the snapshot for a late subscriber.
    void open(Optional<OutputEvent.Content> replay) {
        lock.run(() -> {
            replay.ifPresent(this::addReplay);
            isOpen = true;
        });
        deliver();
    }

    private void addReplay(OutputEvent.Content replay) {
        if (isOpen) {
            offer(replay); // subscribed twice: it is not new any more
        } else if (!isRemoved) {
            waiting.addFirst(replay);
        }
    }

    /// Drops pending events; nothing more is delivered.
    void remove() {
        isRemoved = true;
        waiting.clear();
    }

    /// Calls the listener for all pending events, unless another call is doing so.
    void deliver() {
        boolean isMine = lock.get(this::claimDelivery);
        while (isMine) {
            Optional<OutputEvent> next = lock.get(this::next);
            next.ifPresent(event -> Guard.run(name, () -> listener.accept(event)));
            isMine = next.isPresent();
        }
    }

    private boolean claimDelivery() {
        boolean isFree = isOpen && !isDelivering;
        isDelivering |= isFree;
        return isFree;
    }

    private Optional<OutputEvent> next() {
        Optional<OutputEvent> next = Optional.ofNullable(waiting.pollFirst());
        isDelivering = next.isPresent();
        return next;
    }
}
