package dev.nudge.cli.command;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Asks installed programs for their versions.
final class ProgramVersion {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ProgramVersion() {}

    /// Returns the first line that the program prints; empty if it is not installed, fails, or
    /// takes more than 10 s.
    static Optional<String> of(String program, String option) {
        try {
            ShortProgram.Result result = new ShortProgram(LIMIT, program, option).run("");
            return result.isSuccess() ? result.said().lines().findFirst() : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
