package dev.nudge.lifecycle;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The result of an execution, delivered once through its [ExecutionHandle].
///
/// @param rawOutput bytes as they were written; empty if they are not kept
/// @param ansiOutput the last screen; empty unless the output is structured
/// @param exitCode empty while it runs in the background, or if unknown
/// @param signal number of the signal that ended it; empty if none did
/// @param error why it failed; empty if it did not, whatever the exit code says
/// @param aborted whether it was cancelled
/// @param pid id of the execution; empty if it never started
/// @param backgrounded whether the execution still ran when this was delivered; false for every end
public record ExecutionResult(
        RawOutput rawOutput,
        String output,
        Optional<AnsiOutput> ansiOutput,
        OptionalInt exitCode,
        OptionalInt signal,
        Optional<Throwable> error,
        boolean aborted,
        OptionalLong pid,
        ExecutionMethod method,
        boolean backgrounded) {
    /// Describes an execution that ended, with the output's UTF-8 bytes as raw output.
    ///
    /// @param completion its exit code is used unchanged; empty stays empty
    public static ExecutionResult ended(
            long pid, ExecutionMethod method, String output, Completion completion) {
        return new ExecutionResult(
                RawOutput.utf8(output),
                output,
                Optional.empty(),
                completion.exitCode(),
                completion.signal(),
                completion.error(),
                completion.aborted(),
                OptionalLong.of(pid),
                method,
                false);
    }

    /// Describes an execution that continues in the background.
    ///
    /// @param output the output so far
    public static ExecutionResult backgrounded(long pid, ExecutionMethod method, String output) {
        return new ExecutionResult(
                RawOutput.EMPTY,
                output,
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                false,
                OptionalLong.of(pid),
                method,
                true);
    }

    /// Returns this result with other raw output.
    public ExecutionResult withRawOutput(RawOutput raw) {
        return new ExecutionResult(
                raw,
                output,
                ansiOutput,
                exitCode,
                signal,
                error,
                aborted,
                pid,
                method,
                backgrounded);
    }

    /// Returns this result with another screen.
    public ExecutionResult withAnsiOutput(Optional<AnsiOutput> screen) {
        return new ExecutionResult(
                rawOutput,
                output,
                screen,
                exitCode,
                signal,
                error,
                aborted,
                pid,
                method,
                backgrounded);
    }
}
