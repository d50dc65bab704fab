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

/// Makes the terminals that show an agent's tmux session show a notification or ring. The
/// characters for that are written between other output, so they must not move the cursor or show
/// on the screen.
///
/// @param desktop `off`, `osc9` (iTerm2, Windows Terminal, kitty, WezTerm, ghostty) or `osc777`
///   (urxvt, foot, VTE, WezTerm, ghostty)
record TerminalSignal(String desktop, boolean isBell) {
    private static final Logger LOG = System.getLogger(TerminalSignal.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final char ESCAPE = '\033';
    private static final char BELL = '\007';

    boolean isOn() {
        return isBell || !desktop.equals("off");
    }

    /// Returns the characters for a sentence without control characters.
    String of(String sentence) {
        String notification =
                switch (desktop) {
                    case "osc9" -> ESCAPE + "]9;nudge: " + sentence + BELL;
                    // A semicolon would end the text.
                    case "osc777" ->
                            ESCAPE + "]777;notify;nudge;" + sentence.replace(';', ',') + BELL;
                    default -> "";
                };
        return isBell ? notification + BELL : notification;
    }

    /// Sends a sentence to the terminals that show an agent's tmux session. Blocks for a tmux call,
    /// plus at most 2 s for each terminal.
    void show(NudgeTarget agent, String sentence) throws InterruptedException {
        try {
            for (String terminal : new Tmux(Path.of(agent.socket())).terminals(agent.session())) {
                write(terminal, of(sentence));
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
