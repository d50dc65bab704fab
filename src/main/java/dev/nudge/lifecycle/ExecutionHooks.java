package dev.nudge.lifecycle;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The operations that the owner of an external execution offers to the service. Each hook may be
/// absent.
///
/// Hooks run on the thread that calls the service, without any lock, possibly on several threads at
/// once. A hook that throws is logged and treated as absent; except for `writeInput`, and for a
/// `kill` that waits for the end, whose exceptions are passed on.
///
/// @param backgroundOutput returns all output so far; if absent, the appended output is used
/// @param subscriptionSnapshot returns what a late subscriber is shown first; if absent, or for an
///   empty answer, the appended output is used
public record ExecutionHooks(
        Optional<Consumer<String>> writeInput,
        Optional<KillHook> kill,
        Optional<BooleanSupplier> isActive,
        Optional<Supplier<String>> backgroundOutput,
        Optional<Supplier<Optional<OutputEvent.Content>>> subscriptionSnapshot) {
    /// Ends an execution that is killed.
    public sealed interface KillHook {
        /// Begins to end it, without waiting. The execution ends at once, as cancelled, whatever
        /// the hook does.
        record Cancels(Runnable begin) implements KillHook {}

        /// Ends it, and returns once it has ended or cannot be ended. The execution ends only when
        /// its owner reports that, with its real exit.
        ///
        /// @param end takes the time that the execution may take to end by itself; empty if that is
        ///   left to the hook
        record Ends(Consumer<Optional<Duration>> end) implements KillHook {}
    }

    /// Returns no hooks at all.
    public static ExecutionHooks none() {
        return new ExecutionHooks(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// Returns these hooks with one that writes input.
    public ExecutionHooks withWriteInput(Consumer<String> hook) {
        return new ExecutionHooks(
                Optional.of(hook), kill, isActive, backgroundOutput, subscriptionSnapshot);
    }

    /// Returns these hooks with one that begins to end the execution; see [KillHook.Cancels].
    public ExecutionHooks withKill(Runnable begin) {
        return withKill(new KillHook.Cancels(begin));
    }

    /// Returns these hooks with one that ends the execution; see [KillHook.Ends].
    public ExecutionHooks withKillToTheEnd(Consumer<Optional<Duration>> end) {
        return withKill(new KillHook.Ends(end));
    }

    private ExecutionHooks withKill(KillHook hook) {
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
