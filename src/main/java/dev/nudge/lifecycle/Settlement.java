package dev.nudge.lifecycle;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/// Moves an execution to the background and to its end, each once, in the order of rules A29 and
/// A37.
final class Settlement {
    private static final int CANCELLED_EXIT_CODE = 130;
    private static final String CANCELLED = "Operation cancelled by user.";
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
        String output = execution.output();
        execution.deliver(
                ExecutionResult.backgrounded(execution.id(), execution.spec().method(), output));
        news.started(execution, output);
        execution.finishBackground().ifPresent(end -> settle(execution, end.get()));
    }

    void complete(Execution execution, Completion completion) {
        end(execution, () -> completed(execution, completion));
    }

    void cancel(Execution execution) {
        if (!execution.beginKill()) {
            return;
        }
        execution
                .hooks()
                .kill()
                .ifPresent(hook -> Guard.run("kill hook of execution " + execution.id(), hook));
        end(execution, () -> cancelled(execution, execution.output(), CANCELLED));
    }

    void end(Execution execution, Supplier<ExecutionResult> result) {
        if (execution.claimEnd(result)) {
            settle(execution, result.get());
        }
    }

    /// Delivers a result to those who wait for an execution that a reset has taken away.
    static void abandon(Execution execution) {
        execution.deliver(cancelled(execution, execution.appended(), RESET));
    }

    private void settle(Execution execution, ExecutionResult result) {
        if (execution.isBackgrounded() && !result.aborted()) {
            news.completed(execution, result);
        }
        execution.deliver(result);
        OutputEvent.Exit exit = new OutputEvent.Exit(result.exitCode(), result.signal());
        List<Subscriber> untold = table.exit(execution, exit);
        while (!untold.isEmpty()) {
            untold.forEach(Subscriber::deliver);
            untold = table.exit(execution, exit);
        }
    }

    /// Rule A27.
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

    /// Rule A53.
    private static ExecutionResult cancelled(Execution execution, String output, String reason) {
        Completion completion =
                Completion.failed(new CancellationException(reason))
                        .withExitCode(CANCELLED_EXIT_CODE)
                        .asAborted();
        return result(execution, output, completion);
    }

    private static ExecutionResult result(
            Execution execution, String output, Completion completion) {
        return ExecutionResult.ended(execution.id(), execution.spec().method(), output, completion);
    }
}
