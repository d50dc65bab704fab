package dev.nudge.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/// Finds the real Gemini CLI: the folder named by the system property or the environment variable
/// `NUDGE_GEMINI_CLI`, else the copy that `scripts/gemini-cli` installs.
final class GeminiCli {
    private static final String SETTING = "NUDGE_GEMINI_CLI";
    private static final Path INSTALLED =
            Path.of(".tools/gemini-cli/node_modules/@google/gemini-cli");

    private GeminiCli() {}

    /// Returns the program to run with node.
    ///
    /// @throws AssertionError if it is not there: a missing tool fails a test, it does not skip it
    static Path program() {
        String setting = System.getProperty(SETTING, System.getenv().getOrDefault(SETTING, ""));
        Path folder = setting.isEmpty() ? INSTALLED : Path.of(setting);
        Path program = folder.resolve("bundle/gemini.js").toAbsolutePath();
        if (!Files.isRegularFile(program)) {
            throw new AssertionError(
                    "No Gemini CLI in "
                            + folder
                            + ". Run scripts/gemini-cli, or let "
                            + SETTING
                            + " name the folder of the npm package.");
        }
        return program;
    }
}
