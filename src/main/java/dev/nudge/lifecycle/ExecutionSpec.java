package dev.nudge.lifecycle;

import java.util.Optional;

/// The properties of an execution when it begins.
///
/// @param label name for a person; empty gives `<method> (ID: <id>)`
/// @param completionBehavior empty means inject with a formatter, else silent
public record ExecutionSpec(
        ExecutionMethod method,
        Optional<String> label,
        String initialOutput,
        Optional<InjectionFormatter> injectionFormatter,
        Optional<CompletionBehavior> completionBehavior) {
    /// The effect of the end of a backgrounded execution.
    public enum CompletionBehavior {
        /// The text is meant for the agent's next turn.
        INJECT,
        /// The text is meant as a notice.
        NOTIFY,
        /// There is no text; background-complete listeners are called anyway.
        SILENT
    }

    /// Formats the text that notifies an agent of an end in the background.
    @FunctionalInterface
    public interface InjectionFormatter {
        /// Returns the text, or an empty string for none. A failure is logged and counts as none.
        String format(String output, Optional<Throwable> error);
    }

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
