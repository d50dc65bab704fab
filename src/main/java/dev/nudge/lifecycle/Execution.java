package dev.nudge.lifecycle;

import dev.nudge.lifecycle.ExecutionLifecycleService.ExecutionHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// An execution that has not ended, with its phase. Mutable state is guarded by the table's lock.
final class Execution {
    private enum Phase {
        RUNNING,
        /// Going to the background: an end that comes now must wait until that has been reported.
        BACKGROUNDING,
        BACKGROUND,
        ENDING
    }

    private final long id;
    private final boolean isVirtual;
    private final ExecutionSpec spec;
    private final ExecutionHooks hooks;
    private final Object lock;
    private final CompletableFuture<ExecutionResult> result = new CompletableFuture<>();
    private final Appended appended = new Appended();
    private Phase phase = Phase.RUNNING;
    private boolean isBackgrounded;
    private boolean isKilling;
    private Optional<Supplier<ExecutionResult>> awaitedEnd = Optional.empty();

    Execution(Object lock, long id, boolean isVirtual, ExecutionSpec spec, ExecutionHooks hooks) {
        this.lock = lock;
        this.id = id;
        this.isVirtual = isVirtual;
        this.spec = spec;
        this.hooks = hooks;
        appended.append(spec.initialOutput());
    }

    long id() {
        return id;
    }

    boolean isVirtual() {
        return isVirtual;
    }

    ExecutionSpec spec() {
        return spec;
    }

    ExecutionHooks hooks() {
        return hooks;
    }

    ExecutionHandle handle() {
        return new ExecutionHandle(id, result.copy());
    }

    /// Delivers the result; only the first one counts.
    void deliver(ExecutionResult first) {
        result.complete(first);
    }

    void append(String chunk) {
        appended.append(chunk);
    }

    /// Returns the output appended so far, after the initial output; only the end of a long output.
    String appended() {
        synchronized (lock) {
            return appended.text();
        }
    }

    /// Returns all output so far.
    String output() {
        return hooks.backgroundOutput()
                .flatMap(hook -> Guard.get("output hook of execution " + id, hook))
                .orElseGet(this::appended);
    }

    /// Returns the snapshot for a late subscriber.
    ///
    /// @param appendedThen what had been appended when it subscribed
    Optional<OutputEvent.Content> snapshot(String appendedThen) {
        return hooks.subscriptionSnapshot()
                .flatMap(hook -> Guard.get("snapshot hook of execution " + id, hook))
                .flatMap(answer -> answer)
                .or(() -> Optional.of(new OutputEvent.Data(appendedThen)))
                .filter(content -> !content.equals(new OutputEvent.Data("")));
    }

    /// Begins moving to the background.
    ///
    /// @return false if it has begun before, or has ended
    boolean beginBackground() {
        synchronized (lock) {
            if (phase != Phase.RUNNING) {
                return false;
            }
            phase = Phase.BACKGROUNDING;
            isBackgrounded = true;
            return true;
        }
    }

    /// Completes the move to the background. If the execution ended meanwhile, returns that end,
    /// which must be carried out.
    Optional<Supplier<ExecutionResult>> finishBackground() {
        synchronized (lock) {
            phase = awaitedEnd.isPresent() ? Phase.ENDING : Phase.BACKGROUND;
            return awaitedEnd;
        }
    }

    /// Claims the end, for the first caller only.
    ///
    /// @return true if the caller must carry it out now; false if another has ended the execution,
    ///   or if the thread that is moving it to the background will carry this end out
    boolean claimEnd(Supplier<ExecutionResult> end) {
        synchronized (lock) {
            if (hasEnd()) {
                return false;
            }
            if (phase == Phase.BACKGROUNDING) {
                awaitedEnd = Optional.of(end);
                return false;
            }
            phase = Phase.ENDING;
            return true;
        }
    }

    /// Begins the kill.
    ///
    /// @return false if a kill has begun and not finished, or the execution is ending
    boolean beginKill() {
        synchronized (lock) {
            boolean isFirst = !isKilling && !hasEnd();
            isKilling |= isFirst;
            return isFirst;
        }
    }

    /// Notes that the kill has come to its end, so that another may begin if this one has failed.
    void finishKill() {
        synchronized (lock) {
            isKilling = false;
        }
    }

    boolean isBackgrounded() {
        synchronized (lock) {
            return isBackgrounded;
        }
    }

    private boolean hasEnd() {
        return phase == Phase.ENDING || awaitedEnd.isPresent();
    }

    /// The end of the output appended to it: at most 16 Mi UTF-16 units, as Gemini CLI keeps of the
    /// output of its child processes, but here with a first line that says so.
    static final class Appended {
        /// The maximum number of UTF-16 units that are kept.
        static final int MOST = 16 << 20;

        /// The line that says that something is missing.
        static final String CUT =
                "[The beginning is missing: only the last %d characters are kept.]%n"
                        .formatted(MOST);

        /// The excess that may pile up before the beginning is dropped, so that this happens
        /// rarely.
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
