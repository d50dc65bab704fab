package dev.nudge.lifecycle;

import dev.nudge.lifecycle.listener.Guard;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Moves an execution to the background and to its end, each once.
///
/// When it goes to the background, its result is delivered before the listeners of the background
/// are called. At an end, the listeners of the background are called first, if it is there; then
/// the result is delivered, subscribers get the exit as their last event, and the exit is kept.
final class Settlement {
    private static final int CANCELLED_EXIT_CODE = 130;
    private static final KillHook NOTHING_TO_END = new KillHook.Cancels(() -> {});
    private static final String CANCELLED = "Operation cancelled by user.";
    private static final String NOT_COMPUTED = "The result could not be computed.";
    private static final String RESET = "The execution lifecycle service was reset.";

    private final ExecutionTable table;
    private final BackgroundNews news;

    Settlement(ExecutionTable table, BackgroundNews news) {
        this.table = table;
        this.news = news;
    }

    void background(Execution execution) {
        if (!execution.beginBackground()) {
            return;
        }
        try {
            String output =
                    Guard.get("output of execution " + execution.id(), execution::output)
                            .orElse("");
            execution.deliver(
                    ExecutionResult.backgrounded(
                            execution.id(), execution.spec().method(), output));
            news.started(execution, output);
        } finally {
            execution.finishBackground().ifPresent(end -> settle(execution, end.get()));
        }
    }

    void complete(Execution execution, Completion completion) {
        end(execution, completion, () -> completed(execution, completion));
    }

    void complete(Execution execution, ExecutionResult result) {
        end(execution, Completion.DONE, () -> Objects.requireNonNull(result, "the result"));
    }

    void kill(Execution execution, Optional<Duration> grace) {
        if (!execution.beginKill()) {
            return;
        }
        switch (execution.hooks().kill().orElse(NOTHING_TO_END)) {
            case KillHook.Cancels(Runnable begin) -> cancel(execution, begin);
            case KillHook.Ends(var end) -> {
                try {
                    end.accept(grace);
                } finally {
                    execution.finishKill();
                }
            }
        }
    }

    private void cancel(Execution execution, Runnable hook) {
        Guard.run("kill hook of execution " + execution.id(), hook);
        end(
                execution,
                cancelled(CANCELLED),
                () -> result(execution, execution.output(), cancelled(CANCELLED)));
    }

    /// Ends it finally: once the end is claimed, some result is delivered.
    private void end(
            Execution execution,
            @Nullable Completion completion,
            Supplier<ExecutionResult> result) {
        Completion known = completion == null ? Completion.DONE : completion;
        // Made before the end is claimed: what fails for want of memory may fail again.
        ExecutionResult leastKnown =
                failed(execution, known, new IllegalStateException(NOT_COMPUTED));
        Supplier<ExecutionResult> any = () -> resultOrFailure(execution, known, result, leastKnown);
        if (execution.claimEnd(any)) {
            settle(execution, any.get());
        }
    }

    private static ExecutionResult resultOrFailure(
            Execution execution,
            Completion completion,
            Supplier<ExecutionResult> result,
            ExecutionResult leastKnown) {
        try {
            return result.get();
        } catch (Throwable failure) { // also when memory is short
            try {
                Guard.warn("computation of the result of execution " + execution.id(), failure);
                return failed(execution, completion, failure);
            } catch (Throwable again) { // the first has been reported as well as it can be
                return leastKnown;
            }
        }
    }

    private static ExecutionResult failed(
            Execution execution, Completion completion, Throwable failure) {
        Completion end =
                completion.error().isPresent() ? completion : completion.withError(failure);
        return result(execution, "", end.withDefaultExitCode());
    }

    /// Delivers a result to those waiting for an execution that a reset has removed.
    static void abandon(Execution execution) {
        execution.deliver(result(execution, execution.appended(), cancelled(RESET)));
    }

    private void settle(Execution execution, ExecutionResult result) {
        try {
            if (execution.isBackgrounded() && !result.aborted()) {
                news.completed(execution, result);
            }
        } finally {
            execution.deliver(result);
            tellExit(execution, new OutputEvent.Exit(result.exitCode(), result.signal()));
        }
    }

    private void tellExit(Execution execution, OutputEvent.Exit exit) {
        List<Subscriber> untold = table.exit(execution, exit);
        while (!untold.isEmpty()) {
            untold.forEach(Subscriber::deliver);
            untold = table.exit(execution, exit);
        }
    }

    /// Returns the result: the output, the screen if there is one, and the exit code.
    private static ExecutionResult completed(Execution execution, Completion completion) {
        return result(execution, execution.output(), completion.withDefaultExitCode())
                .withAnsiOutput(screen(execution));
    }

    private static Optional<AnsiOutput> screen(Execution execution) {
        return execution
                .snapshot("")
                .filter(OutputEvent.Screen.class::isInstance)
                .map(OutputEvent.Screen.class::cast)
                .map(OutputEvent.Screen::output);
    }

    /// Returns the completion of a cancelled execution, as of one ended by Ctrl+C.
    private static Completion cancelled(String reason) {
        return Completion.failed(new CancellationException(reason))
                .withExitCode(CANCELLED_EXIT_CODE)
                .asAborted();
    }

    private static ExecutionResult result(
            Execution execution, String output, Completion completion) {
        return ExecutionResult.ended(execution.id(), execution.spec().method(), output, completion);
    }
}
