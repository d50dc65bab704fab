package dev.nudge.exec;

import dev.nudge.job.Signal;
import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;

/// Sends signals through the shell's kill, since Java supports only two of them and no groups.
public final class Signals {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Signals() {}

    /// Sends the signals, in this order, to every process. The caller has verified that these are
    /// the intended processes. One that has already ended is not an error. Blocks for some
    /// milliseconds.
    ///
    /// @throws IOException if no shell can be run, or it takes more than 20 seconds
    public static void send(Collection<Long> pids, Signal... signals) throws IOException {
        if (pids.isEmpty()) {
            return;
        }
        String targets = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
        StringBuilder script = new StringBuilder();
        for (Signal signal : signals) {
            script.append("kill -s ")
                    .append(signal.number())
                    .append(" -- ")
                    .append(targets)
                    .append(";");
        }
        if (new ShortProgram(LIMIT, "/bin/sh", "-c", script.toString())
                .run("")
                .exitCode()
                .isEmpty()) {
            throw new IOException(
                    "a shell needed more than %d s to send signals".formatted(LIMIT.toSeconds()));
        }
    }
}
