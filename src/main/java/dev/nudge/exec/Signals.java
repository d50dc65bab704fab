package dev.nudge.exec;

import dev.nudge.job.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteWatchdog;
import org.apache.commons.exec.PumpStreamHandler;

/// Sends signals through the shell's kill, since Java supports only two of them and no groups.
public final class Signals {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private Signals() {}

    /// Sends the signals, in this order, to every process. The caller has verified that these are
    /// the intended processes. One that has already ended is not an error. Blocks for some
    /// milliseconds.
    ///
    /// @throws IOException if no shell can be run
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
        run(script.toString());
    }

    private static void run(String script) throws IOException {
        CommandLine kill = new CommandLine("/bin/sh").addArgument("-c").addArgument(script, false);
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setStreamHandler(new PumpStreamHandler(OutputStream.nullOutputStream()));
        executor.setWatchdog(ExecuteWatchdog.builder().setTimeout(LIMIT).get());
        executor.setExitValues(null);
        executor.execute(kill);
    }
}
