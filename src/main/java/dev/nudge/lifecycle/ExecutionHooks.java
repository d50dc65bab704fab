package dev.nudge.lifecycle;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The operations that the owner of an external execution offers to the service. Each hook may be
/// absent.
///
/// Hooks run on the thread that calls the service, without any lock, possibly on several threads at
/// once. A hook that throws, other than `writeInput`, is logged and treated as absent.
///
/// @param writeInput takes text for the execution's standard input
/// @param kill begins to end the execution; need not wait for it (rule R80)
/// @param isActive returns whether the execution still runs
/// @param backgroundOutput returns all output so far; if absent, the appended output is used
/// @param subscriptionSnapshot returns what a late subscriber is shown first; if absent, or for an
///   empty answer, the appended output is used (rule R64)
public record ExecutionHooks(
        Optional<Consumer<String>> writeInput,
        Optional<Runnable> kill,
        Optional<BooleanSupplier> isActive,
        Optional<Supplier<String>> backgroundOutput,
        Optional<Supplier<Optional<OutputEvent.Content>>> subscriptionSnapshot) {
    private static final ExecutionHooks NONE =
            new ExecutionHooks(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    /// Returns no hooks at all.
    public static ExecutionHooks none() {
        return NONE;
    }

    /// Returns these hooks with one that writes input.
    public ExecutionHooks withWriteInput(Consumer<String> hook) {
        return new ExecutionHooks(
                Optional.of(hook), kill, isActive, backgroundOutput, subscriptionSnapshot);
    }

    /// Returns these hooks with one that kills.
    public ExecutionHooks withKill(Runnable hook) {
        return new ExecutionHooks(
                writeInput, Optional.of(hook), isActive, backgroundOutput, subscriptionSnapshot);
    }

    /// Returns these hooks with one that reports whether the execution runs.
    public ExecutionHooks withIsActive(BooleanSupplier hook) {
        return new ExecutionHooks(
                writeInput, kill, Optional.of(hook), backgroundOutput, subscriptionSnapshot);
    }

    /// Returns these hooks with one that returns all output.
    public ExecutionHooks withBackgroundOutput(Supplier<String> hook) {
        return new ExecutionHooks(
                writeInput, kill, isActive, Optional.of(hook), subscriptionSnapshot);
    }

    /// Returns these hooks with one that returns what a late subscriber is shown first.
    public ExecutionHooks withSubscriptionSnapshot(Supplier<Optional<OutputEvent.Content>> hook) {
        return new ExecutionHooks(writeInput, kill, isActive, backgroundOutput, Optional.of(hook));
    }
}
