package dev.nudge.lifecycle;

import dev.nudge.lifecycle.injection.InjectionFormatter;
import java.util.Optional;

/// The properties of an execution when it begins.
///
/// @param label name for a person; empty gives `<method> (ID: <id>)`
/// @param initialOutput text that is there from the start, often empty
/// @param injectionFormatter writes the text for the agent; empty for none
/// @param completionBehavior empty means inject with a formatter, else silent
public record ExecutionSpec(
        ExecutionMethod method,
        Optional<String> label,
        String initialOutput,
        Optional<InjectionFormatter> injectionFormatter,
        Optional<CompletionBehavior> completionBehavior) {
    /// Describes an execution without label, output, formatter and behaviour.
    public static ExecutionSpec of(ExecutionMethod method) {
        return new ExecutionSpec(method, Optional.empty(), "", Optional.empty(), Optional.empty());
    }

    /// Returns this with a label.
    public ExecutionSpec withLabel(String name) {
        return new ExecutionSpec(
                method, Optional.of(name), initialOutput, injectionFormatter, completionBehavior);
    }

    /// Returns this with initial output.
    public ExecutionSpec withInitialOutput(String output) {
        return new ExecutionSpec(method, label, output, injectionFormatter, completionBehavior);
    }

    /// Returns this with a formatter.
    public ExecutionSpec withInjectionFormatter(InjectionFormatter formatter) {
        return new ExecutionSpec(
                method, label, initialOutput, Optional.of(formatter), completionBehavior);
    }

    /// Returns this with an explicit behaviour.
    public ExecutionSpec withCompletionBehavior(CompletionBehavior behavior) {
        return new ExecutionSpec(
                method, label, initialOutput, injectionFormatter, Optional.of(behavior));
    }

    /// Returns the behaviour for an end in the background.
    public CompletionBehavior effectiveBehavior() {
        return completionBehavior.orElse(
                injectionFormatter.isPresent()
                        ? CompletionBehavior.INJECT
                        : CompletionBehavior.SILENT);
    }
}
