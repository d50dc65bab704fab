package dev.nudge.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A command that must be done within a time limit. Its output goes through a file, so that a
/// grandchild that keeps it open holds nobody up.
public record ShortCommand(Duration limit, Map<String, String> environment) {
    /// @param environment the whole environment of the commands
    public ShortCommand {
        environment = Map.copyOf(environment);
    }

    /// Runs the command and returns its output and errors.
    ///
    /// @throws AssertionError if it fails or takes longer than the limit; it is killed then
    public String run(List<String> command) {
        return Unchecked.get(() -> {
            Path output = Files.createTempFile("nudge-command", ".out");
            try {
                return run(command, output);
            } finally {
                Files.deleteIfExists(output);
            }
        });
    }

    private String run(List<String> command, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " took longer than " + limit);
        }
        String text = Files.readString(output);
        if (process.exitValue() != 0) {
            throw new AssertionError(
                    command + " failed with exit code " + process.exitValue() + ": " + text);
        }
        return text;
    }
}
