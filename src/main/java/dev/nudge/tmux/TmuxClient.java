package dev.nudge.tmux;

import dev.nudge.process.TrustedPath;
import dev.nudge.process.UntrustedPathException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.exec.CommandLine;
import org.apache.commons.exec.DefaultExecutor;
import org.apache.commons.exec.ExecuteWatchdog;
import org.apache.commons.exec.Watchdog;
import org.apache.commons.exec.environment.EnvironmentUtils;

/// Runs the tmux program against one socket, with a time limit.
///
/// A tmux client can wait forever: a server that is stopped never answers, and `send-keys` to a
/// pane in copy mode can open a prompt and wait for a person. So every call ends after the limit.
/// The client is asked for UTF-8 (`-u`) in any locale: without it tmux writes `_` for every
/// character outside ASCII.
///
/// A client sends its server the whole environment, and its terminal. So no client is started for a
/// socket that could belong to another user.
final class TmuxClient {
    private final Path socket;
    private final String program;
    private final Duration limit;
    private final Map<String, String> environment;

    TmuxClient(Path socket, String program, Duration limit) {
        this.socket = socket;
        this.program = program;
        this.limit = limit;
        this.environment = environmentOutsideTmux();
    }

    /// Runs one tmux command line. Arguments must be ASCII, since the encoding of a process's
    /// arguments depends on the locale; other text goes through `input`.
    ///
    /// @return what tmux wrote and its exit status, whatever that is
    /// @throws TmuxException if tmux cannot be started, does not end within the limit, or is not to
    ///   be trusted
    Answer run(List<String> arguments, String input) {
        try {
            return run(TrustedPath.resolve(socket), arguments, input);
        } catch (UntrustedPathException e) {
            throw new TmuxException(objection(socket, String.valueOf(e.getMessage())), e);
        } catch (IOException noSocket) {
            return new Answer(1, "", "no server running on " + socket);
        }
    }

    /// Returns why a socket is not used, and what to do.
    static String objection(Path socket, String reason) {
        return "The tmux socket %s is not used: %s, and its server would be sent this environment. Start tmux as the same user, in a directory that only this user can write to (TMUX_TMPDIR)."
                .formatted(socket, reason);
    }

    private Answer run(Path trusted, List<String> arguments, String input) {
        PolledStreams streams = new PolledStreams(input);
        HardWatchdog watchdog = new HardWatchdog(limit);
        DefaultExecutor executor = DefaultExecutor.builder().get();
        executor.setExitValues(null);
        executor.setWatchdog(watchdog);
        executor.setStreamHandler(streams);
        int exit = execute(executor, trusted, arguments);
        if (watchdog.killedProcess()) {
            throw new TmuxException(
                    "tmux did not answer within %d ms (%s, socket %s). Its server may be stopped or busy."
                            .formatted(limit.toMillis(), arguments.getFirst(), socket));
        }
        return new Answer(exit, streams.out(), streams.err());
    }

    private int execute(DefaultExecutor executor, Path trusted, List<String> arguments) {
        CommandLine line = new CommandLine(program);
        line.addArguments(new String[] {"-u", "-S", trusted.toString()}, false);
        line.addArguments(arguments.toArray(String[]::new), false);
        try {
            return executor.execute(line, environment);
        } catch (IOException e) {
            throw new TmuxException(
                    "Cannot run \"%s\": %s. Install tmux, or put it on the PATH."
                            .formatted(program, e.getMessage()),
                    e);
        }
    }

    /// Returns the environment without the variables from which tmux takes its default target:
    /// every target here is explicit.
    private static Map<String, String> environmentOutsideTmux() {
        try {
            Map<String, String> environment = new HashMap<>(EnvironmentUtils.getProcEnvironment());
            environment.remove("TMUX");
            environment.remove("TMUX_PANE");
            return environment;
        } catch (IOException e) {
            throw new TmuxException("Cannot read this process's environment", e);
        }
    }

    /// The result of one run of tmux.
    record Answer(int exitCode, String out, String err) {
        boolean isSuccess() {
            return exitCode == 0;
        }

        boolean hasNoServer() {
            return !isSuccess()
                    && (err.startsWith("no server running on")
                            || err.startsWith("error connecting to")
                            || err.startsWith("lost server")
                            || err.startsWith("server exited"));
        }

        boolean hasNoPane() {
            return !isSuccess() && err.startsWith("can't find pane");
        }
    }

    /// Kills a process that has run out of time with SIGKILL: a tmux client that waits for its
    /// server may not react to SIGTERM.
    private static final class HardWatchdog extends ExecuteWatchdog {
        private volatile Process process;

        @SuppressWarnings({"deprecation", "NullAway.Init"})
        HardWatchdog(Duration limit) {
            super(limit.toMillis());
        }

        @Override
        public synchronized void start(Process started) {
            process = started;
            super.start(started);
        }

        @Override
        public synchronized void timeoutOccured(Watchdog clock) {
            super.timeoutOccured(clock);
            if (process != null && killedProcess()) {
                process.destroyForcibly();
            }
        }
    }
}
