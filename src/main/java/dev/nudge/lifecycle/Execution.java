package dev.nudge.lifecycle;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An execution that has not ended, and its subscribers. The service calls it with its lock held,
/// unless a description says otherwise.
final class Execution {
    private final Object lock;
    private final long id;
    private final ExecutionHooks hooks;
    private final CompletableFuture<ExecutionResult> result = new CompletableFuture<>();
    private final Appended appended = new Appended();

    private final List<Subscriber> subscribers = new ArrayList<>();

    private @Nullable ExecutionResult backgrounded;
    private final AtomicBoolean isKilling = new AtomicBoolean();
    private volatile boolean isEnding;

    Execution(Object lock, long id, ExecutionHooks hooks) {
        this.lock = lock;
        this.id = id;
        this.hooks = hooks;
    }

    long id() {
        return id;
    }

    ExecutionHooks hooks() {
        return hooks;
    }

    ExecutionHandle handle() {
        return new ExecutionHandle(id, result.copy());
    }

    /// Appends output and queues it; the subscribers returned must be made to deliver.
    List<Subscriber> append(String chunk) {
        appended.append(chunk);
        subscribers.forEach(subscriber -> subscriber.offer(new OutputEvent.Data(chunk)));
        return List.copyOf(subscribers);
    }

    /// Adds a listener, unless it is there, and queues the existing output for it. The caller must
    /// make the subscriber deliver.
    Subscriber subscribe(Consumer<OutputEvent> listener) {
        Subscriber subscriber =
                subscribers.stream()
                        .filter(known -> known.listener() == listener)
                        .findFirst()
                        .orElseGet(() -> add(listener));
        String output = appended.text();
        if (!output.isEmpty()) {
            subscriber.offer(new OutputEvent.Data(output));
        }
        return subscriber;
    }

    /// Adds a subscriber, which does not get the existing output.
    Subscriber add(Consumer<OutputEvent> listener) {
        Subscriber subscriber = new Subscriber(lock, id, subscribers, listener);
        subscribers.add(subscriber);
        return subscriber;
    }

    /// Queues the exit for the subscribers who do not have it yet, and returns them.
    List<Subscriber> offerExit(OutputEvent.Exit exit) {
        return subscribers.stream().filter(subscriber -> subscriber.offerExit(exit)).toList();
    }

    /// Moves it to the background, unless it is there or has ended. Returns what delivers that, to
    /// be run without the lock.
    Runnable background() {
        if (isEnding || backgrounded != null) {
            return () -> {};
        }
        ExecutionResult first = new ExecutionResult(id, appended.text(), Optional.empty());
        backgrounded = first;
        return () -> result.complete(first);
    }

    /// Needs no lock once the end is claimed: it does not change any more.
    boolean isBackgrounded() {
        return backgrounded != null;
    }

    /// Claims the end, for the first caller only, who must carry it out.
    Optional<ExecutionResult> end(Completion completion) {
        if (isEnding) {
            return Optional.empty();
        }
        // Before it is claimed: memory may be too short for a long output.
        var end = new ExecutionResult(id, appended.text(), Optional.of(completion));
        isEnding = true;
        return Optional.of(end);
    }

    /// Delivers this result, unless that of going to the background has been delivered. Called by
    /// who has claimed the end, without the lock.
    void deliver(ExecutionResult end) {
        result.complete(backgrounded == null ? end : backgrounded);
    }

    /// Needs no lock, as [#finishKill].
    ///
    /// @return false if a kill has begun and not finished, or the execution is ending
    boolean beginKill() {
        // In this order: one that has ended by a kill is not killed again when that is over.
        return isKilling.compareAndSet(false, true) && !isEnding;
    }

    /// Records that a kill is over: if it has failed, another may begin.
    void finishKill() {
        isKilling.set(false);
    }

    /// The end of the output appended to it: at most 16 Mi UTF-16 units, as Gemini CLI keeps of the
    /// output of its child processes, but here with a first line that says so.
    static final class Appended {
        static final int MOST = 16 << 20;

        static final String CUT =
                "[The beginning is missing: only the last %d characters are kept.]%n"
                        .formatted(MOST);

        /// How much more may pile up before the beginning is dropped, so that this is rare.
        private static final int SLACK = MOST / 4;

        private final StringBuilder kept = new StringBuilder();
        private boolean isCut;

        void append(String chunk) {
            if (chunk.length() > MOST) {
                kept.setLength(0);
                kept.append(chunk, chunk.length() - MOST, chunk.length());
                isCut = true;
            } else {
                kept.append(chunk);
            }
            if (kept.length() > MOST + SLACK) {
                kept.delete(0, start());
                isCut = true;
            }
        }

        /// Returns where the kept end begins: never within a character.
        private int start() {
            int start = Math.max(0, kept.length() - MOST);
            boolean isHalf = start < kept.length() && Character.isLowSurrogate(kept.charAt(start));
            return isHalf && (isCut || start > 0) ? start + 1 : start;
        }

        /// Returns the kept text, preceded by [#CUT] if there was more.
        String text() {
            int start = start();
            return isCut || start > 0 ? CUT + kept.substring(start) : kept.toString();
        }
    }
}
