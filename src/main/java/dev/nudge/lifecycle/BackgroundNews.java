package dev.nudge.lifecycle;

import dev.nudge.lifecycle.injection.InjectionService;
import dev.nudge.lifecycle.injection.InjectionSource;
import dev.nudge.lifecycle.injection.InjectionText;
import dev.nudge.lifecycle.listener.Guard;
import dev.nudge.lifecycle.listener.Listeners;
import dev.nudge.lifecycle.listener.Subscription;
import java.util.Optional;
import java.util.function.Consumer;

/// Notifies listeners that executions go to the background and end there.
final class BackgroundNews {
    private final Listeners<BackgroundStart> starts = new Listeners<>("background-start listener");
    private final Listeners<BackgroundCompletion> completions =
            new Listeners<>("background-complete listener");
    private volatile Optional<InjectionService> injections = Optional.empty();

    Subscription onStart(Consumer<BackgroundStart> listener) {
        return starts.add(listener);
    }

    Subscription onCompletion(Consumer<BackgroundCompletion> listener) {
        return completions.add(listener);
    }

    void inject(InjectionService service) {
        injections = Optional.of(service);
    }

    void clear() {
        starts.clear();
        completions.clear();
        injections = Optional.empty();
    }

    /// Reports a start.
    void started(Execution execution, String output) {
        ExecutionSpec spec = execution.spec();
        String fallback = spec.method().wireName() + " (ID: " + execution.id() + ")";
        starts.tell(
                new BackgroundStart(
                        execution.id(),
                        spec.method(),
                        spec.label().orElse(fallback),
                        output,
                        spec.effectiveBehavior()));
    }

    /// Reports an end: first to the injection service, then to the listeners.
    void completed(Execution execution, ExecutionResult result) {
        Optional<String> text = injectionText(execution, result);
        text.filter(wrapped -> !wrapped.isEmpty()).ifPresent(this::inject);
        completions.tell(
                new BackgroundCompletion(
                        execution.id(),
                        execution.spec().method(),
                        result.output(),
                        result.error(),
                        text,
                        execution.spec().effectiveBehavior()));
    }

    private void inject(String text) {
        injections.ifPresent(service -> Guard.run("injection service", () -> add(service, text)));
    }

    private static void add(InjectionService service, String text) {
        service.add(text, InjectionSource.BACKGROUND_COMPLETION);
    }

    private Optional<String> injectionText(Execution execution, ExecutionResult result) {
        ExecutionSpec spec = execution.spec();
        if (spec.effectiveBehavior() == CompletionBehavior.SILENT) {
            return Optional.empty();
        }
        return spec.injectionFormatter()
                .flatMap(formatter ->
                        Guard.get(
                                "injection formatter of execution " + execution.id(),
                                () -> formatter.format(result.output(), result.error())))
                .filter(text -> !text.isEmpty())
                .map(InjectionText::wrap);
    }
}
