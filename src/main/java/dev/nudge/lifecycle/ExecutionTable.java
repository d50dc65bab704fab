package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// All state of the service except its background listeners: running executions, subscribers, and
/// the ends of executions, which are kept for a while. Each method is one step under the lock, the
/// monitor of this object, which also guards what can change of an [Execution] and a [Subscriber].
/// While holding it, no thread calls a listener, hook or formatter.
final class ExecutionTable {
    /// Virtual ids are above this one, process ids below.
    static final long LAST_PROCESS_ID = 2_000_000_000L;

    private static final Duration EXIT_LIFE = Duration.ofMinutes(5);

    /// A subscriber that has just been added.
    ///
    /// @param execution empty if nothing runs under this id
    /// @param appendedThen what had been appended at that moment
    record Joined(Subscriber subscriber, Optional<Execution> execution, String appendedThen) {}

    private record Kept(OutputEvent.Exit exit, long bornNanos) {}

    private final LongSupplier nanoTime;
    private final Map<Long, Execution> active = new HashMap<>();

    /// Those of each id, in the order in which they came.
    private final Map<Long, List<Subscriber>> subscribers = new HashMap<>();

    /// In order of creation: the oldest comes first. Each record carries its own creation time, so
    /// the first use of an id cannot remove the record of its second use, as can happen in Gemini
    /// CLI. There is no timer: every use drops records that are too old.
    private final SequencedMap<Long, Kept> exits = new LinkedHashMap<>();

    private long lastId = LAST_PROCESS_ID;

    ExecutionTable(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized Execution create(ExecutionSpec spec, ExecutionHooks hooks) {
        do {
            lastId++;
        } while (active.containsKey(lastId));
        return put(new Execution(this, lastId, true, spec, hooks));
    }

    synchronized Execution attach(long id, ExecutionSpec spec, ExecutionHooks hooks) {
        if (active.containsKey(id)) {
            throw new IllegalStateException("Execution " + id + " is already attached.");
        }
        young().remove(id);
        return put(new Execution(this, id, false, spec, hooks));
    }

    private Execution put(Execution execution) {
        active.put(execution.id(), execution);
        return execution;
    }

    synchronized Optional<Execution> find(long id) {
        return Optional.ofNullable(active.get(id));
    }

    /// Appends output and queues it; the subscribers returned must be made to deliver.
    synchronized List<Subscriber> append(long id, String chunk) {
        Optional<Execution> execution = find(id);
        execution.ifPresent(e -> e.append(chunk));
        return execution.isPresent() ? offer(id, new OutputEvent.Data(chunk)) : List.of();
    }

    /// Queues an event; the subscribers returned must be made to deliver.
    synchronized List<Subscriber> offer(long id, OutputEvent event) {
        List<Subscriber> all = List.copyOf(of(id));
        all.forEach(subscriber -> subscriber.offer(event));
        return all;
    }

    private List<Subscriber> of(long id) {
        return subscribers.getOrDefault(id, List.of());
    }

    /// Adds a subscriber, or finds the listener's existing one. It must be opened.
    synchronized Joined join(long id, Consumer<OutputEvent> listener) {
        Subscriber subscriber =
                of(id).stream()
                        .filter(known -> known.listensWith(listener))
                        .findFirst()
                        .orElseGet(() -> add(id, new Subscriber(id, listener)));
        Optional<Execution> execution = find(id);
        return new Joined(subscriber, execution, execution.map(Execution::appended).orElse(""));
    }

    private Subscriber add(long id, Subscriber subscriber) {
        subscribers.computeIfAbsent(id, _ -> new ArrayList<>()).add(subscriber);
        return subscriber;
    }

    synchronized void leave(long id, Subscriber subscriber) {
        subscriber.remove();
        List<Subscriber> rest = subscribers.get(id);
        if (rest != null && rest.remove(subscriber) && rest.isEmpty()) {
            subscribers.remove(id);
        }
    }

    /// Creates a subscriber that is shown no snapshot.
    Subscriber waiter(long id, Consumer<OutputEvent> listener) {
        Subscriber waiter = new Subscriber(id, listener);
        waiter.open(Optional.empty());
        return waiter;
    }

    /// Adds such a subscriber if the id is active; else returns how it ended, if known.
    synchronized Optional<OutputEvent.Exit> addOrFindExit(long id, Subscriber waiter) {
        if (active.containsKey(id)) {
            add(id, waiter);
            return Optional.empty();
        }
        return Optional.ofNullable(young().get(id)).map(Kept::exit);
    }

    /// Queues the exit for all subscribers who have not been notified, including those who came
    /// while others were being notified; they are returned and must be made to deliver. If there
    /// are none, the execution is over: its subscribers and its entry are removed, its exit record
    /// remains.
    synchronized List<Subscriber> exit(Execution execution, OutputEvent.Exit exit) {
        long id = execution.id();
        if (active.get(id) != execution) {
            return List.of(); // a reset has taken it away
        }
        List<Subscriber> untold = of(id).stream().filter(s -> s.offerExit(exit)).toList();
        if (untold.isEmpty()) {
            subscribers.remove(id); // what they have not taken yet is still delivered
            active.remove(id);
            young().putLast(id, new Kept(exit, nanoTime.getAsLong()));
        }
        return untold;
    }

    private SequencedMap<Long, Kept> young() {
        long now = nanoTime.getAsLong();
        Iterator<Kept> oldestFirst = exits.values().iterator();
        while (oldestFirst.hasNext()
                && now - oldestFirst.next().bornNanos() >= EXIT_LIFE.toNanos()) {
            oldestFirst.remove();
        }
        return exits;
    }

    /// Forgets everything and restarts the numbering.
    ///
    /// @return the executions that were active
    synchronized List<Execution> clear() {
        List<Execution> left = List.copyOf(active.values());
        active.clear();
        subscribers.values().forEach(all -> all.forEach(Subscriber::remove));
        subscribers.clear();
        exits.clear();
        lastId = LAST_PROCESS_ID;
        return left;
    }

    /// Returns how many active ids, subscribed ids and exit records are held.
    synchronized int size() {
        return active.size() + subscribers.size() + exits.size();
    }

    /// One listener of one execution, with its pending events.
    ///
    /// Events are queued under the lock, in the order in which they happened, and delivered outside
    /// it by one thread at a time. So a listener sees them in order and never two at once; when
    /// nobody else is delivering, the thread that caused an event delivers it before it continues.
    final class Subscriber {
        private final Consumer<OutputEvent> listener;
        private final String name;
        private final Deque<OutputEvent> waiting = new ArrayDeque<>();
        private boolean isOpen;
        private boolean isDelivering;
        private boolean hasExit;
        private boolean isRemoved;

        /// Creates a subscriber that delivers nothing until it is opened.
        Subscriber(long id, Consumer<OutputEvent> listener) {
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
            synchronized (ExecutionTable.this) {
                if (isOpen) {
                    replay.ifPresent(this::offer); // subscribed twice: it is not new any more
                } else if (!isRemoved) {
                    replay.ifPresent(waiting::addFirst);
                }
                isOpen = true;
            }
            deliver();
        }

        /// Drops pending events; nothing more is delivered.
        void remove() {
            isRemoved = true;
            waiting.clear();
        }

        /// Calls the listener for all pending events, unless another call is doing so.
        void deliver() {
            synchronized (ExecutionTable.this) {
                if (!isOpen || isDelivering) {
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
            synchronized (ExecutionTable.this) {
                OutputEvent next = waiting.pollFirst();
                isDelivering = next != null;
                return next;
            }
        }
    }
}
