package dev.nudge.lifecycle;

import dev.nudge.lifecycle.listener.Guard;
import dev.nudge.lifecycle.listener.StateLock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// An execution that has not ended, with its phase. Mutable state is guarded by the state's lock.
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
    private final StateLock lock;
    private final CompletableFuture<ExecutionResult> result = new CompletableFuture<>();
    private final AppendedOutput appended;
    private Phase phase = Phase.RUNNING;
    private boolean isBackgrounded;
    private boolean isKilling;
    private Optional<Supplier<ExecutionResult>> awaitedEnd = Optional.empty();

    Execution(
            StateLock lock, long id, boolean isVirtual, ExecutionSpec spec, ExecutionHooks hooks) {
        this.lock = lock;
        this.id = id;
        this.isVirtual = isVirtual;
        this.spec = spec;
        this.hooks = hooks;
        this.appended = new AppendedOutput(spec.initialOutput());
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
        return lock.get(appended::text);
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
        return lock.get(() -> {
            boolean isPending = phase == Phase.RUNNING;
            if (isPending) {
                phase = Phase.BACKGROUNDING;
                isBackgrounded = true;
            }
            return isPending;
        });
    }

    /// Completes the move to the background. If the execution ended meanwhile, returns that end,
    /// which must be carried out.
    Optional<Supplier<ExecutionResult>> finishBackground() {
        return lock.get(() -> {
            phase = awaitedEnd.isPresent() ? Phase.ENDING : Phase.BACKGROUND;
            return awaitedEnd;
        });
    }

    /// Claims the end, for the first caller only.
    ///
    /// @return true if the caller must carry it out now; false if another has ended the execution,
    ///   or if the thread that is moving it to the background will carry this end out
    boolean claimEnd(Supplier<ExecutionResult> end) {
        return lock.get(() -> {
            if (hasEnd()) {
                return false;
            }
            if (phase == Phase.BACKGROUNDING) {
                awaitedEnd = Optional.of(end);
                return false;
            }
            phase = Phase.ENDING;
            return true;
        });
    }

    /// Begins the kill.
    ///
    /// @return false if a kill has begun and not finished, or the execution is ending
    boolean beginKill() {
        return lock.get(() -> {
            boolean isFirst = !isKilling && !hasEnd();
            isKilling |= isFirst;
            return isFirst;
        });
    }

    /// Notes that the kill has come to its end, so that another may begin if this one has failed.
    void finishKill() {
        lock.run(() -> isKilling = false);
    }

    boolean isBackgrounded() {
        return lock.get(() -> isBackgrounded);
    }

    private boolean hasEnd() {
        return phase == Phase.ENDING || awaitedEnd.isPresent();
    }
}
