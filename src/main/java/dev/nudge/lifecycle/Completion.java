package dev.nudge.lifecycle;

import java.util.Optional;
import java.util.OptionalInt;

/// The end of an execution, as far as its owner knows.
///
/// @param exitCode empty if unknown
/// @param signal number of the signal that ended it, if one did
/// @param aborted whether it was cancelled; then nobody is notified of its end in the background
public record Completion(
        OptionalInt exitCode, OptionalInt signal, Optional<Throwable> error, boolean aborted) {
    /// An end about which nothing is known; taken as success.
    public static final Completion DONE =
            new Completion(OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), false);

    /// Returns an end by itself.
    public static Completion exited(int code) {
        return DONE.withExitCode(code);
    }

    /// Returns an end by a signal, without an exit code.
    public static Completion signaled(int number) {
        return new Completion(OptionalInt.empty(), OptionalInt.of(number), Optional.empty(), false);
    }

    /// Returns a failure, without an exit code.
    public static Completion failed(Throwable error) {
        return DONE.withError(error);
    }

    /// Returns this with an exit code.
    public Completion withExitCode(int code) {
        return new Completion(OptionalInt.of(code), signal, error, aborted);
    }

    /// Returns this with an error.
    public Completion withError(Throwable cause) {
        return new Completion(exitCode, signal, Optional.of(cause), aborted);
    }

    /// Returns this as a cancelled end.
    public Completion asAborted() {
        return new Completion(exitCode, signal, error, true);
    }

    /// Returns this with an exit code. An end without one gets 1 with an error, else 0.
    Completion withDefaultExitCode() {
        return exitCode.isPresent() ? this : withExitCode(error.isPresent() ? 1 : 0);
    }
}
