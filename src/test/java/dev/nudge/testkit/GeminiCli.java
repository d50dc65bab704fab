package dev.nudge.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/// Finds the real Gemini CLI, as `scripts/agent` installs it: in `.tools`, or in the folder that
/// the system property `nudge.tools` names, for other versions.
final class GeminiCli {
    private GeminiCli() {}

    /// Returns the program to run with node.
    ///
    /// @throws AssertionError if it is not there: a missing tool fails a test, it does not skip it
    static Path program() {
        Path program =
                Path.of(
                                System.getProperty("nudge.tools", ".tools"),
                                "gemini-cli/node_modules/@google/gemini-cli/bundle/gemini.js")
                        .toAbsolutePath();
        if (!Files.isRegularFile(program)) {
            throw new AssertionError("No %s. Run scripts/agent gemini-cli.".formatted(program));
        }
        return program;
    }
}
