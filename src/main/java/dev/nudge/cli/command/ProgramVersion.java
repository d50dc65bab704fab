package dev.nudge.cli.command;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Asks installed programs for their versions.
final class ProgramVersion {
    /// Long: on a busy machine an agent takes more than ten seconds to say its version.
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private ProgramVersion() {}

    /// Returns the first line that the program prints; empty if it is not installed, fails, or
    /// takes more than a minute.
    static Optional<String> of(String program, String option) {
        try {
            ShortProgram.Result result = new ShortProgram(LIMIT, program, option).run("");
            return result.isSuccess() ? result.said().lines().findFirst() : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
