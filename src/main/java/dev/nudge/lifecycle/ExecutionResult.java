package dev.nudge.lifecycle;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The result of an execution, delivered once through its
/// [ExecutionLifecycleService.ExecutionHandle].
///
/// @param ansiOutput the last screen; empty unless the output is structured
/// @param exitCode empty while it runs in the background, or if unknown
/// @param signal number of the signal that ended it; empty if none did
/// @param error why it failed; empty if it did not, whatever the exit code says
/// @param aborted whether it was cancelled
/// @param pid id of the execution; empty if it never started
/// @param backgrounded whether the execution still ran when this was delivered; false for every end
public record ExecutionResult(
        String output,
        Optional<AnsiOutput> ansiOutput,
        OptionalInt exitCode,
        OptionalInt signal,
        Optional<Throwable> error,
        boolean aborted,
        OptionalLong pid,
        ExecutionMethod method,
        boolean backgrounded) {
    /// Returns the output as bytes in UTF-8; none while it runs in the background.
    public byte[] rawOutput() {
        return backgrounded ? new byte[0] : output.getBytes(StandardCharsets.UTF_8);
    }

    /// Describes an execution that ended.
    ///
    /// @param completion its exit code is used unchanged; empty stays empty
    public static ExecutionResult ended(
            long pid, ExecutionMethod method, String output, Completion completion) {
        return ended(pid, method, output, Optional.empty(), completion);
    }

    static ExecutionResult ended(
            long pid,
            ExecutionMethod method,
            String output,
            Optional<AnsiOutput> screen,
            Completion completion) {
        return new ExecutionResult(
                output,
                screen,
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
}
