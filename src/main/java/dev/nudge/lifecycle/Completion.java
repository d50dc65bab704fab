package dev.nudge.lifecycle;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;

/// The end of an execution, as far as its owner knows.
///
/// @param exitCode empty if a signal ended it
/// @param signal number of the signal that ended it, if one did
/// @param error why it failed; empty if it did not, whatever the exit code says
/// @param aborted whether it was cancelled; then nobody is notified of its end in the background
public record Completion(
        OptionalInt exitCode, OptionalInt signal, Optional<Throwable> error, boolean aborted) {
    /// An end about which nothing is known; taken as success.
    public static final Completion DONE = exited(0);

    /// Returns the end of an execution that is cancelled, as of one ended by Ctrl+C.
    static Completion cancelled() {
        return new Completion(
                OptionalInt.of(130),
                OptionalInt.empty(),
                Optional.of(new CancellationException("Operation cancelled by user.")),
                true);
    }

    public static Completion exited(int code) {
        return new Completion(OptionalInt.of(code), OptionalInt.empty(), Optional.empty(), false);
    }

    public static Completion signaled(int number) {
        return new Completion(OptionalInt.empty(), OptionalInt.of(number), Optional.empty(), false);
    }

    /// A failure has exit code 1.
    public static Completion failed(Throwable error) {
        return new Completion(OptionalInt.of(1), OptionalInt.empty(), Optional.of(error), false);
    }
}
