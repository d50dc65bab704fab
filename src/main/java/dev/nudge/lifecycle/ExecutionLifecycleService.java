package dev.nudge.lifecycle;

import dev.nudge.lifecycle.ExecutionSpec.CompletionBehavior;
import dev.nudge.lifecycle.ExecutionTable.Subscriber;
import dev.nudge.lifecycle.Listeners.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/// Follows executions from beginning to end: collects output, notifies listeners, moves executions
/// to the background, and delivers each one's result exactly once.
///
/// An execution is *virtual*, with an id that the service assigns, or *external*, known by an id
/// that its owner gives, such as a process id. A call that names an unknown or ended one has no
/// effect, unless its description says otherwise.
///
/// Safe for use by many threads. Listeners, hooks and formatters run on the thread whose call
/// causes them, without a lock, so they may call the service; one that throws is logged as a
/// warning and affects nobody else. A call lasts as long as the code it calls. Each listener gets
/// the events of an execution in order, never two at once: while a thread is inside a listener,
/// events that other threads cause are left for that thread. There is no thread and no timer, hence
/// nothing to close.
public final class ExecutionLifecycleService {
    /// A caller's handle on an execution.
    ///
    /// @param pid id of the execution: that under which an external one was attached, such as its
    ///   process id; 2 000 000 001 or more for a virtual one
    /// @param result completed once, when the execution ends or goes to the background, and never
    ///   exceptionally. It is a copy: completing or cancelling it does not affect others. Actions
    ///   chained without `Async` run on the thread that ends the execution and should not block.
    public record ExecutionHandle(long pid, CompletableFuture<ExecutionResult> result) {}

    /// A listener that is notified once, when an execution has ended.
    @FunctionalInterface
    public interface ExitListener {
        /// @param exitCode 0 if unknown or if a signal ended the execution
        /// @param signal number of that signal
        void exited(int exitCode, OptionalInt signal);
    }

    /// Reports that an execution went to the background.
    ///
    /// @param label the given one, or `<method> (ID: <id>)`
    /// @param output the output up to that moment
    public record BackgroundStart(
            long executionId,
            ExecutionMethod method,
            String label,
            String output,
            CompletionBehavior completionBehavior) {}

    /// Reports that a backgrounded execution ended and was not cancelled.
    ///
    /// @param injectionText text for the agent, in its wrapper; empty if there is none, for example
    ///   because the behaviour is silent
    public record BackgroundCompletion(
            long executionId,
            ExecutionMethod method,
            String output,
            Optional<Throwable> error,
            Optional<String> injectionText,
            CompletionBehavior completionBehavior) {}

    private final ExecutionTable table;
    private final Settlement settlement;
    private final LongPredicate isProcessAlive;

    /// Creates a service with the system's clock and process table.
    public ExecutionLifecycleService() {
        this(
                System::nanoTime,
                pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    }

    /// Creates a service with another clock and process table.
    ///
    /// @param nanoTime a monotonic clock in nanoseconds, like [System#nanoTime]; it is read under a
    ///   lock
    /// @param isProcessAlive whether the system has a process with the id of an external execution;
    ///   a failure counts as no
    public ExecutionLifecycleService(LongSupplier nanoTime, LongPredicate isProcessAlive) {
        this.table = new ExecutionTable(nanoTime);
        this.settlement = new Settlement(table);
        this.isProcessAlive = isProcessAlive;
    }

    /// Begins a virtual execution without a kill hook.
    public ExecutionHandle createExecution(ExecutionSpec spec) {
        return table.create(spec, ExecutionHooks.none()).handle();
    }

    /// Begins a virtual execution. Its id is 2 000 000 001 or the next free one.
    ///
    /// @param onKill called by [#kill]
    public ExecutionHandle createExecution(ExecutionSpec spec, Runnable onKill) {
        return table.create(spec, ExecutionHooks.none().withKill(onKill)).handle();
    }

    /// Begins following an external execution. The end of an earlier one with this id is forgotten.
    ///
    /// @param id such as its process id, below 2 000 000 000
    /// @throws IllegalStateException if this id is active, even in the background
    public ExecutionHandle attachExecution(long id, ExecutionSpec spec, ExecutionHooks hooks) {
        return table.attach(id, spec, hooks).handle();
    }

    /// Appends output and notifies subscribers; an empty chunk has no effect. The last 16 Mi UTF-16
    /// units of output are kept; if there was more, a first line says so.
    public void appendOutput(long id, String chunk) {
        if (!chunk.isEmpty()) {
            table.append(id, chunk).forEach(Subscriber::deliver);
        }
    }

    /// Notifies subscribers of an event that is not an exit, even if nothing runs under this id;
    /// the output is unchanged.
    public void emit(long id, OutputEvent event) {
        if (event instanceof OutputEvent.Exit) {
            throw new IllegalArgumentException(
                    "the exit of execution %d cannot be emitted; end it with completeExecution"
                            .formatted(id));
        }
        table.offer(id, event).forEach(Subscriber::deliver);
    }

    /// Notifies a listener of all events from now on, starting with a snapshot of the existing
    /// output. The same listener is kept once. An exit that has happened is not repeated; see
    /// [#onExit]. Nothing need run under this id: the listener then waits for its next use.
    public Subscription subscribe(long id, Consumer<OutputEvent> listener) {
        ExecutionTable.Joined joined = table.join(id, listener);
        Subscriber subscriber = joined.subscriber();
        subscriber.open(
                joined.execution().flatMap(execution -> execution.snapshot(joined.appendedThen())));
        return () -> table.leave(id, subscriber);
    }

    /// Notifies a listener once of the exit; at once, before returning, if the execution ended less
    /// than 5 minutes ago. For an unknown id it is never called.
    public Subscription onExit(long id, ExitListener listener) {
        Subscriber waiter =
                table.waiter(
                        id,
                        event -> {
                            if (event instanceof OutputEvent.Exit exit) {
                                tell(listener, exit);
                            }
                        });
        table.addOrFindExit(id, waiter)
                .ifPresent(exit ->
                        Guard.run("exit listener of execution " + id, () -> tell(listener, exit)));
        return () -> table.leave(id, waiter);
    }

    private static void tell(ExitListener listener, OutputEvent.Exit exit) {
        listener.exited(exit.code().orElse(0), exit.signal());
    }

    /// Ends an execution whose output the service or its hooks know. The second end of an execution
    /// has no effect. If the result cannot be computed (the completion is null, or memory is
    /// short), the execution still ends, without output and with that error.
    public void completeExecution(long id, Completion completion) {
        table.find(id).ifPresent(execution -> settlement.complete(execution, completion));
    }

    /// Ends an execution with exactly this result. The second end of an execution has no effect.
    /// Null ends it as failed.
    public void completeWithResult(long id, ExecutionResult result) {
        table.find(id).ifPresent(execution -> settlement.complete(execution, result));
    }

    /// Delivers the result now, as backgrounded, and lets the execution continue. A second call has
    /// no effect. An end that comes while start listeners are being called is carried out after
    /// them, by this call.
    public void background(long id) {
        table.find(id).ifPresent(settlement::background);
    }

    /// Calls the kill hook and ends the execution as cancelled, with exit code 130, without waiting
    /// for a process to die. If the hook itself ends the execution, that end counts.
    ///
    /// A hook that waits for the end ([ExecutionHooks#withKillToTheEnd]) decides alone: this call
    /// blocks until it returns, what it throws is passed on, and the execution ends as its owner
    /// reports. One that has survived continues, and may be killed again.
    public void kill(long id) {
        table.find(id).ifPresent(execution -> settlement.kill(execution, Optional.empty()));
    }

    /// Kills as above. A hook that waits for the end gets this time for that.
    public void kill(long id, Duration grace) {
        table.find(id).ifPresent(execution -> settlement.kill(execution, Optional.of(grace)));
    }

    /// Returns whether an execution runs. An unknown process id is looked up in the process table;
    /// an unknown virtual one is not.
    public boolean isActive(long id) {
        Optional<Execution> execution = table.find(id);
        if (execution.isEmpty()) {
            return id < ExecutionTable.LAST_PROCESS_ID && isProcessAlive(id);
        }
        return execution.get().isVirtual()
                || execution
                        .get()
                        .hooks()
                        .isActive()
                        .map(hook -> answer("activity hook of execution " + id, hook))
                        .orElseGet(() -> isProcessAlive(id));
    }

    private boolean isProcessAlive(long id) {
        return answer("look-up of process " + id, () -> isProcessAlive.test(id));
    }

    private static boolean answer(String what, BooleanSupplier question) {
        return Guard.get(what, question::getAsBoolean).orElse(false);
    }

    /// Passes text to the write hook of an external execution; without one it is dropped. An
    /// exception from the hook is passed on, because only the caller can do something about it.
    public void writeInput(long id, String text) {
        table.find(id)
                .flatMap(execution -> execution.hooks().writeInput())
                .ifPresent(hook -> hook.accept(text));
    }

    /// Notifies a listener of each execution that goes to the background.
    public Subscription onBackground(Consumer<BackgroundStart> listener) {
        return settlement.starts.add(listener);
    }

    /// Notifies a listener of each end in the background that was not a cancellation.
    public Subscription onBackgroundComplete(Consumer<BackgroundCompletion> listener) {
        return settlement.completions.add(listener);
    }

    /// Sends the text of each end in the background to this service, before the listeners are
    /// notified. Replaces an earlier one.
    public void setInjectionService(InjectionService service) {
        settlement.inject(service);
    }

    /// Forgets all executions, listeners, exit records and the injection service, and restarts the
    /// numbering of ids. No hook and no listener is called. Anyone still waiting for a result gets
    /// a cancelled one.
    public void reset() {
        List<Execution> abandoned = table.clear();
        settlement.forgetListeners();
        abandoned.forEach(Settlement::abandon);
    }

    /// Returns how many ids and exit records are held; for memory tests.
    int size() {
        return table.size();
    }
}
