package dev.nudge.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// The standard input of `nudge run`.
final class RunInput {
    private static final Path LINK = Path.of("/proc/self/fd/0");

    private RunInput() {}

    /// The part of it that a job gets.
    ///
    /// @param bytes all of it; empty if it is a pipe that the job reads itself
    record Passed(Optional<byte[]> bytes) {}

    /// Reads it, or, if it is a pipe, leaves it to a job that is waited for.
    static Passed passed(CommandSpec spec, boolean isAwaited) throws IOException {
        if (isAwaited && isPipe()) {
            return new Passed(Optional.empty());
        }
        byte[] bytes = System.in.readNBytes(StandardInput.LIMIT + 1);
        if (bytes.length > StandardInput.LIMIT) {
            throw Usage.wrong(
                    spec,
                    "The standard input is longer than %d bytes. A pipe has no limit with --wait: cat FILE | nudge run --wait --stdin CMD"
                            .formatted(StandardInput.LIMIT));
        }
        return new Passed(Optional.of(bytes));
    }

    /// Requires that there is no input: text written for the job must not be lost silently.
    static void requireNone(CommandSpec spec) throws IOException {
        if (isPipe() && System.in.available() > 0) {
            throw Usage.wrong(
                    spec,
                    "The standard input is a pipe with data, which the job would not get. Pass it on with --stdin, or leave it out with </dev/null.");
        }
    }

    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(LINK).toString().startsWith("pipe:");
        } catch (IOException e) {
            return false;
        }
    }
}
