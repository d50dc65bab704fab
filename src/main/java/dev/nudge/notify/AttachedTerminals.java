package dev.nudge.notify;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ShortProgram;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The terminals in which people see an agent's tmux session.
///
/// @param signal what is sent to them
record AttachedTerminals(TerminalSignal signal) {
    private static final Logger LOG = System.getLogger(AttachedTerminals.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /// Sends the signal to each terminal. Blocks for a tmux call, plus at most 2 s for each
    /// terminal.
    void show(NudgeTarget agent, String sentence) throws InterruptedException {
        try {
            for (String terminal : new Tmux(Path.of(agent.socket())).terminals(agent.session())) {
                write(terminal, signal.of(sentence));
            }
        } catch (TmuxException e) {
            LOG.log(Level.WARNING, "no terminal was notified: {0}", e.getMessage());
        }
    }

    /// Writes to a terminal. A terminal that is not read may block its writer forever, so the
    /// writer is a process that can be killed.
    private static void write(String terminal, String text) throws InterruptedException {
        ShortProgram writer =
                new ShortProgram(
                        List.of("sh", "-c", "exec cat >\"$1\"", "sh", terminal),
                        LIMIT,
                        Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
                        Optional.of(Path.of("/")));
        writer.failure(text)
                .ifPresent(reason ->
                        LOG.log(
                                Level.WARNING,
                                "terminal {0} was not notified: {1}",
                                terminal,
                                reason));
    }
}
