package dev.nudge.exec;

import dev.nudge.job.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteWatchdog;
import org.apache.commons.exec.PumpStreamHandler;

/// Signals whole process groups, through the shell's kill, since Java reaches single processes
/// only.
public final class ProcessGroup {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private ProcessGroup() {}

    /// Sends the signal to every process of the group. The caller has made sure that the group is
    /// the one it means. A group that has ended already is no error.
    ///
    /// @throws IOException if no shell can be run
    public static void signal(long group, Signal signal) throws IOException {
        CommandLine kill =
                new CommandLine("/bin/sh")
                        .addArgument("-c")
                        .addArgument("kill -s " + signal.number() + " -- -" + group, false);
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setStreamHandler(new PumpStreamHandler(OutputStream.nullOutputStream()));
        executor.setWatchdog(ExecuteWatchdog.builder().setTimeout(LIMIT).get());
        executor.setExitValues(null);
        executor.execute(kill);
    }
}
