package dev.nudge.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteWatchdog;
import org.apache.commons.exec.PumpStreamHandler;

/// Asks installed programs for their versions.
final class ProgramVersion {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ProgramVersion() {}

    /// Returns the first line that the program prints; empty if it is not installed, fails, or
    /// takes more than 10 s.
    static Optional<String> of(String program, String option) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setStreamHandler(new PumpStreamHandler(out));
        executor.setWatchdog(ExecuteWatchdog.builder().setTimeout(LIMIT).get());
        try {
            executor.execute(new CommandLine(program).addArgument(option));
            return out.toString(StandardCharsets.UTF_8).lines().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
