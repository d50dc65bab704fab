package dev.nudge.tmux;

import dev.nudge.process.ShortProgram;
import dev.nudge.process.ShortProgram.Result;
import dev.nudge.process.TrustedPath;
import dev.nudge.process.TrustedPath.UntrustedPathException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Runs the tmux program against one socket, with a time limit.
///
/// A tmux client can wait forever: a server that is stopped never answers, and `send-keys` to a
/// pane in copy mode can open a prompt and wait for a person. So every call ends after the limit.
/// The client is asked for UTF-8 (`-u`) in any locale: otherwise tmux writes `_` for every
/// character outside ASCII.
///
/// A client sends its server the whole environment and its terminal, so none is started for a
/// socket that could belong to another user.
record TmuxClient(Path socket, String program, Duration limit) {
    private static final List<String> NO_SERVER =
            List.of("no server running on", "error connecting to", "lost server", "server exited");

    /// Runs one tmux command line. Arguments must be ASCII, since the encoding of a process's
    /// arguments depends on the locale; other text goes through `input`.
    ///
    /// @throws TmuxException if tmux cannot be started, does not end within the limit, or cannot be
    ///   trusted
    Answer run(List<String> arguments, String input) {
        Path trusted;
        try {
            trusted = TrustedPath.resolve(socket);
        } catch (UntrustedPathException e) {
            throw new TmuxException(refusal(socket, String.valueOf(e.getMessage())), e);
        } catch (IOException noSocket) {
            return new Answer(1, "", "no server running on " + socket);
        }
        List<String> command = new ArrayList<>(List.of(program, "-u", "-S", trusted.toString()));
        command.addAll(arguments);
        // Without those from which tmux takes its default target: every target here is explicit.
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(Set.of("TMUX", "TMUX_PANE"));
        Result result;
        try {
            result = new ShortProgram(command, limit, environment, Optional.empty()).run(input);
        } catch (InterruptedIOException e) {
            throw new TmuxException("Interrupted while tmux was running", e);
        } catch (IOException e) {
            throw new TmuxException(
                    "Cannot run \"%s\": %s. Install tmux, or put it on the PATH."
                            .formatted(program, e.getMessage()),
                    e);
        }
        if (result.exitCode().isEmpty()) {
            throw new TmuxException(
                    "tmux did not answer within %d ms (%s, socket %s). Its server may be stopped or busy."
                            .formatted(limit.toMillis(), arguments.getFirst(), socket));
        }
        return new Answer(result.exitCode().getAsInt(), result.out(), result.err().strip());
    }

    Answer run(String... arguments) {
        return run(List.of(arguments), "");
    }

    /// Returns why a socket must not be used, and what to do; empty if it may be used.
    static Optional<String> objection(Path socket) {
        return TrustedPath.objection(socket).map(reason -> refusal(socket, reason));
    }

    private static String refusal(Path socket, String reason) {
        return "The tmux socket %s is not used: %s, and its server would be sent this environment. Start tmux as the same user, in a directory that only this user can write to (TMUX_TMPDIR)."
                .formatted(socket, reason);
    }

    record Answer(int exitCode, String out, String err) {
        boolean isSuccess() {
            return exitCode == 0;
        }

        boolean hasNoServer() {
            return !isSuccess() && NO_SERVER.stream().anyMatch(err::startsWith);
        }

        boolean hasNoPane() {
            return !isSuccess() && err.startsWith("can't find pane");
        }
    }
}
