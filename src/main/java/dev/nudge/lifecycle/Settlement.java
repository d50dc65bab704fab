package dev.nudge.lifecycle;

import dev.nudge.lifecycle.ExecutionHooks.KillHook;
import dev.nudge.lifecycle.ExecutionLifecycleService.BackgroundCompletion;
import dev.nudge.lifecycle.ExecutionLifecycleService.BackgroundStart;
import dev.nudge.lifecycle.ExecutionSpec.CompletionBehavior;
import dev.nudge.lifecycle.ExecutionTable.Subscriber;
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
/// are called. At an end, the injection service and then the listeners of the background are called
/// first, if it is there; then the result is delivered, subscribers get the exit as their last
/// event, and the exit is kept.
final class Settlement {
    private static final int CANCELLED_EXIT_CODE = 130;
    private static final KillHook NOTHING_TO_END = new KillHook.Cancels(() -> {});
    private static final String CANCELLED = "Operation cancelled by user.";
    private static final String NOT_COMPUTED = "The result could not be computed.";
    private static final String RESET = "The execution lifecycle service was reset.";

    final Listeners<BackgroundStart> starts = new Listeners<>("background-start listener");
    final Listeners<BackgroundCompletion> completions =
            new Listeners<>("background-complete listener");
    private final ExecutionTable table;
    private volatile Optional<InjectionService> injections = Optional.empty();

    Settlement(ExecutionTable table) {
        this.table = table;
    }

    void inject(InjectionService service) {
        injections = Optional.of(service);
    }

    /// Forgets the listeners of the background and the injection service.
    void forgetListeners() {
        starts.clear();
        completions.clear();
        injections = Optional.empty();
    }

    void background(Execution execution) {
        if (!execution.beginBackground()) {
            return;
        }
        try {
            ExecutionSpec spec = execution.spec();
            long id = execution.id();
            String output = Guard.get("output of execution " + id, execution::output).orElse("");
            execution.deliver(ExecutionResult.backgrounded(id, spec.method(), output));
            String fallback = spec.method().wireName() + " (ID: " + id + ")";
            starts.tell(
                    new BackgroundStart(
                            id,
                            spec.method(),
                            spec.label().orElse(fallback),
                            output,
                            spec.effectiveBehavior()));
        } finally {
            execution.finishBackground().ifPresent(end -> settle(execution, end.get()));
        }
    }

    void complete(Execution execution, Completion completion) {
        end(
                execution,
                completion,
                () ->
                        ExecutionResult.ended(
                                execution.id(),
                                execution.spec().method(),
                                execution.output(),
                                screen(execution),
                                completion.withDefaultExitCode()));
    }

    private static Optional<AnsiOutput> screen(Execution execution) {
        return execution.snapshot("").orElse(null) instanceof OutputEvent.Screen(AnsiOutput output)
                ? Optional.of(output)
                : Optional.empty();
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
        Completion cancelled = cancelled(CANCELLED);
        end(execution, cancelled, () -> result(execution, execution.output(), cancelled));
    }

    /// Delivers a result to those waiting for an execution that a reset has removed.
    static void abandon(Execution execution) {
        execution.deliver(result(execution, execution.appended(), cancelled(RESET)));
    }

    /// Returns the completion of a cancelled execution, as of one ended by Ctrl+C.
    private static Completion cancelled(String reason) {
        return Completion.failed(new CancellationException(reason))
                .withExitCode(CANCELLED_EXIT_CODE)
                .asAborted();
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

    private static ExecutionResult result(
            Execution execution, String output, Completion completion) {
        return ExecutionResult.ended(execution.id(), execution.spec().method(), output, completion);
    }

    private void settle(Execution execution, ExecutionResult result) {
        try {
            if (execution.isBackgrounded() && !result.aborted()) {
                reportCompletion(execution, result);
            }
        } finally {
            execution.deliver(result);
            OutputEvent.Exit exit = new OutputEvent.Exit(result.exitCode(), result.signal());
            List<Subscriber> untold = table.exit(execution, exit);
            while (!untold.isEmpty()) {
                untold.forEach(Subscriber::deliver);
                untold = table.exit(execution, exit);
            }
        }
    }

    private void reportCompletion(Execution execution, ExecutionResult result) {
        ExecutionSpec spec = execution.spec();
        Optional<String> text = injectionText(execution, result);
        text.filter(wrapped -> !wrapped.isEmpty())
                .ifPresent(wrapped ->
                        injections.ifPresent(service ->
                                Guard.run("injection service", () -> inject(service, wrapped))));
        completions.tell(
                new BackgroundCompletion(
                        execution.id(),
                        spec.method(),
                        result.output(),
                        result.error(),
                        text,
                        spec.effectiveBehavior()));
    }

    private static void inject(InjectionService service, String text) {
        service.add(text, InjectionService.Source.BACKGROUND_COMPLETION);
    }

    private static Optional<String> injectionText(Execution execution, ExecutionResult result) {
        return execution
                .spec()
                .injectionFormatter()
                .filter(_ -> execution.spec().effectiveBehavior() != CompletionBehavior.SILENT)
                .flatMap(formatter ->
                        Guard.get(
                                "injection formatter of execution " + execution.id(),
                                () -> formatter.format(result.output(), result.error())))
                .filter(text -> !text.isEmpty())
                .map(Settlement::wrapped);
    }

    /// Returns the text between `<output>` lines, which it cannot close; an empty string if it is
    /// blank.
    private static String wrapped(String text) {
        return text.isBlank()
                ? ""
                : "<output>\n"
                        + text.strip().replace("</output>", "&lt;/output&gt;")
                        + "\n</output>";
    }
}
