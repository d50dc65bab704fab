package dev.nudge.lifecycle;

import dev.nudge.lifecycle.listener.StateLock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// All state of the service except its background listeners: running executions, subscribers, and
/// exit records. Each method is one step under the lock.
final class ExecutionTable {
    /// Virtual ids are above this one, process ids below.
    static final long LAST_PROCESS_ID = 2_000_000_000L;

    /// A subscriber that has just been added.
    ///
    /// @param execution empty if nothing runs under this id
    /// @param appendedThen what had been appended at that moment
    record Joined(Subscriber subscriber, Optional<Execution> execution, String appendedThen) {}

    private final StateLock lock = new StateLock();
    private final Map<Long, Execution> active = new HashMap<>();
    private final Subscribers subscribers = new Subscribers();
    private final ExitRecords exits;
    private long lastId = LAST_PROCESS_ID;

    ExecutionTable(LongSupplier nanoTime) {
        this.exits = new ExitRecords(nanoTime);
    }

    Execution create(ExecutionSpec spec, ExecutionHooks hooks) {
        return lock.get(() -> put(new Execution(lock, freeId(), true, spec, hooks)));
    }

    private long freeId() {
        do {
            lastId++;
        } while (active.containsKey(lastId));
        return lastId;
    }

    Execution attach(long id, ExecutionSpec spec, ExecutionHooks hooks) {
        return lock.get(() -> {
            if (active.containsKey(id)) {
                throw new IllegalStateException("Execution " + id + " is already attached.");
            }
            exits.discard(id);
            return put(new Execution(lock, id, false, spec, hooks));
        });
    }

    private Execution put(Execution execution) {
        active.put(execution.id(), execution);
        return execution;
    }

    Optional<Execution> find(long id) {
        return lock.get(() -> Optional.ofNullable(active.get(id)));
    }

    /// Appends output and queues it; the subscribers returned must be made to deliver.
    List<Subscriber> append(long id, String chunk) {
        return lock.get(() -> {
            Execution execution = active.get(id);
            if (execution == null) {
                return List.of();
            }
            execution.append(chunk);
            return subscribers.offer(id, new OutputEvent.Data(chunk));
        });
    }

    /// Queues an event; the subscribers returned must be made to deliver.
    List<Subscriber> offer(long id, OutputEvent event) {
        return lock.get(() -> subscribers.offer(id, event));
    }

    /// Adds a subscriber, or finds the listener's existing one. It must be opened.
    Joined join(long id, Consumer<OutputEvent> listener) {
        return lock.get(() -> {
            Subscriber subscriber =
                    subscribers.find(id, listener).orElseGet(() -> add(id, listener));
            Optional<Execution> execution = find(id);
            return new Joined(subscriber, execution, execution.map(Execution::appended).orElse(""));
        });
    }

    private Subscriber add(long id, Consumer<OutputEvent> listener) {
        Subscriber subscriber = new Subscriber(lock, id, listener);
        subscribers.add(id, subscriber);
        return subscriber;
    }

    void leave(long id, Subscriber subscriber) {
        lock.run(() -> subscribers.remove(id, subscriber));
    }

    /// Creates a subscriber that waits for the exit; see [#waitOrFindExit].
    Subscriber waiter(long id, Consumer<OutputEvent> listener) {
        Subscriber waiter = new Subscriber(lock, id, listener);
        waiter.open(Optional.empty()); // it is shown no snapshot
        return waiter;
    }

    /// Adds a waiting subscriber if the id is active; else returns how it ended, if known.
    Optional<ExitInfo> waitOrFindExit(long id, Subscriber waiter) {
        return lock.get(() -> {
            if (active.containsKey(id)) {
                subscribers.add(id, waiter);
                return Optional.empty();
            }
            return exits.find(id);
        });
    }

    /// Queues the exit for all subscribers who have not been notified, including those who came
    /// while others were being notified; they are returned and must be made to deliver. If there
    /// are none, the execution is over: its subscribers and its entry are removed, its exit record
    /// remains.
    List<Subscriber> exit(Execution execution, OutputEvent.Exit exit) {
        return lock.get(() -> {
            if (active.get(execution.id()) != execution) {
                return List.of(); // a reset has taken it away
            }
            List<Subscriber> untold = subscribers.offerExit(execution.id(), exit);
            if (untold.isEmpty()) {
                subscribers.drop(execution.id());
                active.remove(execution.id());
                exits.put(execution.id(), ExitInfo.of(exit));
            }
            return untold;
        });
    }

    /// Forgets everything and restarts the numbering.
    ///
    /// @return the executions that were active
    List<Execution> clear() {
        return lock.get(() -> {
            List<Execution> left = List.copyOf(active.values());
            active.clear();
            subscribers.clear();
            exits.clear();
            lastId = LAST_PROCESS_ID;
            return left;
        });
    }

    /// Returns how many active ids, subscribed ids and exit records are held.
    int size() {
        return lock.get(() -> active.size() + subscribers.size() + exits.size());
    }
}
