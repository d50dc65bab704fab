package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Follows executions from beginning to end: collects output, notifies listeners, moves executions
/// to the background, and delivers each one's result exactly once.
///
/// An execution is *virtual*, with an id that the service assigns, or *external*, known by an id
/// that its owner gives, such as a process id. A call that names an unknown or ended one has no
/// effect, unless its description says otherwise.
///
/// Safe for use by many threads. Listeners and hooks run on the thread whose call causes them,
/// without a lock, so they may call the service; a listener that throws is logged as a warning and
/// affects nobody else. A call lasts as long as the code it calls. Each listener gets the events of
/// an execution in order, never two at once: while a thread is inside a listener, events that other
/// threads cause are left for that thread. There is no thread and no timer, hence nothing to close.
public final class ExecutionLifecycleService {
    /// Virtual ids are above this one, those of external executions below.
    private static final long LAST_EXTERNAL_ID = 2_000_000_000L;

    private static final Duration EXIT_LIFE = Duration.ofMinutes(5);

    /// A caller's handle on an execution.
    ///
    /// @param id the caller's for an external one; 2 000 000 001 or more for a virtual one
    /// @param result completed once, when the execution ends or goes to the background, and never
    ///   exceptionally. It is a copy: completing or cancelling it does not affect others. Actions
    ///   chained without `Async` run on the thread that ends the execution and should not block.
    public record ExecutionHandle(long id, CompletableFuture<ExecutionResult> result) {}

    /// A listener's registration. It need not be closed: it ends with the execution.
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    private record Kept(Completion exit, long bornNanos) {}

    private final LongSupplier nanoTime;
    private final List<Consumer<ExecutionResult>> completionListeners =
            new CopyOnWriteArrayList<>();

    /// Guards what follows, and what can change of each [Execution], but for its kills, and
    /// [Subscriber]. While holding it, no thread calls a listener or hook.
    private final Object lock = new Object();

    private final Map<Long, Execution> active = new HashMap<>();

    /// The ends of executions, oldest first, each with its own time, so that the first use of an id
    /// cannot remove the end of its second one. Every use drops those that are too old.
    private final SequencedMap<Long, Kept> exits = new LinkedHashMap<>();

    private long lastId = LAST_EXTERNAL_ID;

    /// @param nanoTime a monotonic clock in nanoseconds, like [System#nanoTime]; read under a lock
    public ExecutionLifecycleService(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// Begins a virtual execution, without hooks. Its id is 2 000 000 001 or the next free one.
    public ExecutionHandle createExecution() {
        synchronized (lock) {
            do {
                lastId++;
            } while (active.containsKey(lastId));
            return begin(lastId, ExecutionHooks.NONE);
        }
    }

    /// Begins following an external execution. The end of an earlier one with this id is forgotten.
    ///
    /// @param id such as its process id, below 2 000 000 000
    /// @throws IllegalStateException if this id is active, even in the background
    public ExecutionHandle attachExecution(long id, ExecutionHooks hooks) {
        synchronized (lock) {
            if (active.containsKey(id)) {
                throw new IllegalStateException("Execution " + id + " is already attached.");
            }
            young().remove(id);
            return begin(id, hooks);
        }
    }

    private ExecutionHandle begin(long id, ExecutionHooks hooks) {
        Execution execution = new Execution(lock, id, hooks);
        active.put(id, execution);
        return execution.handle();
    }

    private Optional<Execution> find(long id) {
        return locked(id, Function.identity());
    }

    private <T> Optional<T> locked(long id, Function<Execution, T> step) {
        synchronized (lock) {
            return Optional.ofNullable(active.get(id)).map(step);
        }
    }

    /// Appends output and notifies subscribers; an empty chunk has no effect. The last 16 Mi UTF-16
    /// units of output are kept; if there was more, a first line says so.
    public void appendOutput(long id, String chunk) {
        if (!chunk.isEmpty()) {
            locked(id, execution -> execution.append(chunk))
                    .ifPresent(subscribers -> subscribers.forEach(Subscriber::deliver));
        }
    }

    /// Notifies a listener of all events from now on, starting with the existing output. The same
    /// listener is kept once. An exit that has happened is not repeated; see [#onExit].
    public Subscription subscribe(long id, Consumer<OutputEvent> listener) {
        Optional<Subscriber> subscriber = locked(id, execution -> execution.subscribe(listener));
        subscriber.ifPresent(Subscriber::deliver);
        return () -> subscriber.ifPresent(Subscriber::leave);
    }

    /// Notifies a listener once of the exit; at once, before returning, if the execution ended less
    /// than 5 minutes ago. For an unknown id it is never called.
    public Subscription onExit(long id, Consumer<Completion> listener) {
        Optional<Completion> exit;
        synchronized (lock) {
            Execution execution = active.get(id);
            if (execution != null) {
                Subscriber waiter =
                        execution.add(event -> {
                            if (event instanceof OutputEvent.Exit(Completion end)) {
                                listener.accept(end);
                            }
                        });
                return waiter::leave;
            }
            exit = Optional.ofNullable(young().get(id)).map(Kept::exit);
        }
        exit.ifPresent(
                end -> Guard.run("exit listener of execution " + id, () -> listener.accept(end)));
        return () -> {};
    }

    /// Ends an execution. The second end of an execution has no effect.
    public void completeExecution(long id, Completion completion) {
        find(id).ifPresent(execution -> end(execution, completion));
    }

    private void end(Execution execution, Completion completion) {
        Optional<ExecutionResult> claimed;
        synchronized (lock) {
            claimed = execution.end(completion);
        }
        claimed.ifPresent(end -> settle(execution, end, completion));
    }

    /// Delivers the result, which is that of going to the background if the execution is there;
    /// then calls the listeners of the background, then those of the execution, and keeps the exit.
    private void settle(Execution execution, ExecutionResult end, Completion completion) {
        execution.deliver(end);
        try {
            if (execution.isBackgrounded() && !end.aborted()) {
                completionListeners.forEach(listener ->
                        Guard.run("background-complete listener", () -> listener.accept(end)));
            }
        } finally {
            List<Subscriber> untold = exit(execution, completion);
            while (!untold.isEmpty()) {
                untold.forEach(Subscriber::deliver);
                untold = exit(execution, completion);
            }
        }
    }

    /// Queues the exit for all subscribers who have not been notified, also those who have just
    /// come; they are returned and must be made to deliver. If there are none, the execution is
    /// over, and only its exit is kept.
    private List<Subscriber> exit(Execution execution, Completion completion) {
        synchronized (lock) {
            List<Subscriber> untold = execution.offerExit(new OutputEvent.Exit(completion));
            if (untold.isEmpty()) {
                active.remove(execution.id());
                young().putLast(execution.id(), new Kept(completion, nanoTime.getAsLong()));
            }
            return untold;
        }
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

    /// Delivers the result now, once, as backgrounded, and lets the execution continue.
    public void background(long id) {
        locked(id, Execution::background).ifPresent(Runnable::run);
    }

    /// Kills an execution by its hook, which gets this time for that and decides alone: the call
    /// blocks until it returns, what it throws is passed on, and the execution ends as its owner
    /// reports. One that has survived continues, and may be killed again. Without a hook, the
    /// execution ends at once, as cancelled.
    public void kill(long id, Duration grace) {
        find(id).filter(Execution::beginKill)
                .ifPresent(execution -> {
                    try {
                        execution
                                .hooks()
                                .kill()
                                .ifPresentOrElse(
                                        hook -> hook.accept(grace),
                                        () -> end(execution, Completion.cancelled()));
                    } finally {
                        execution.finishKill();
                    }
                });
    }

    /// Returns whether an execution runs, which the hook of an external one says.
    public boolean isActive(long id) {
        return find(id).filter(execution -> execution.hooks().isActive().getAsBoolean())
                .isPresent();
    }

    /// Passes text to the write hook of an execution; without one it is dropped.
    public void writeInput(long id, String text) {
        find(id).ifPresent(execution -> execution.hooks().writeInput().accept(text));
    }

    /// Notifies a listener of each end in the background that was not a cancellation.
    public void onBackgroundComplete(Consumer<ExecutionResult> listener) {
        completionListeners.add(listener);
    }

    /// Returns how many executions and exits are held; for memory tests.
    int size() {
        synchronized (lock) {
            return active.size() + exits.size();
        }
    }
}
