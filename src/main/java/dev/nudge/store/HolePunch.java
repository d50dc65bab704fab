package dev.nudge.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteWatchdog;
import org.apache.commons.exec.PumpStreamHandler;

/// Gives blocks in the middle of a file back to the file system, using fallocate(1) of util-linux.
/// The file keeps its length, so offsets stay valid and a writer notices nothing.
public final class HolePunch {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private HolePunch() {}

    /// Punches the hole. Blocks for some milliseconds.
    ///
    /// @throws IOException if the file system cannot do it, or fallocate is missing
    public static void punch(Path file, LogHole hole) throws IOException {
        CommandLine command =
                new CommandLine("fallocate")
                        .addArguments(
                                new String[] {
                                    "--punch-hole",
                                    "--offset",
                                    Long.toString(hole.from()),
                                    "--length",
                                    Long.toString(hole.to() - hole.from())
                                })
                        .addArgument(file.toString(), false);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setStreamHandler(new PumpStreamHandler(said));
        executor.setWatchdog(ExecuteWatchdog.builder().setTimeout(LIMIT).get());
        executor.setExitValues(null);
        if (executor.execute(command) != 0) {
            throw new IOException(said.toString(StandardCharsets.UTF_8).strip());
        }
    }
}
