package dev.nudge.cli;

import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Programs that run inside tmux, in a popup or in the background.
final class Popup {
    /// The variables that locate the jobs. Everybody can read a command line, so nothing else is
    /// put there.
    private static final Set<String> PASSED_ON =
            Set.of(
                    "HOME",
                    "XDG_CONFIG_HOME",
                    "XDG_RUNTIME_DIR",
                    "XDG_STATE_HOME",
                    "NUDGE_DETACH_KEY",
                    "NUDGE_LC_ALL");

    /// The first version of tmux whose popups have titles.
    private static final String TITLES = "3.3";

    private Popup() {}

    /// Shows a job's terminal until the user detaches or the job has ended. A popup that fails
    /// stays open, so that its error message can be read.
    ///
    /// @throws IOException if there is no such terminal, or no tmux to show it; the message says
    ///   why
    static void attach(long job) throws IOException, InterruptedException {
        JobTerminal.of(job).close();
        if (System.getenv().getOrDefault("TMUX", "").isEmpty()) {
            throw new IOException(
                    "This shell is not inside tmux, so there is no place for a popup. Without one: nudge attach "
                            + job);
        }
        requireTrustedTmux();
        List<String> command = new ArrayList<>(List.of("tmux"));
        command.addAll(ofAttach(job));
        Process tmux =
                new ProcessBuilder(command)
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String complaint =
                new String(tmux.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (tmux.waitFor() != 0 && !complaint.isEmpty()) {
            throw new IOException(
                    "tmux shows no popup: %s. A popup needs a terminal that is attached to tmux. Without one: nudge attach %d"
                            .formatted(complaint, job));
        }
    }

    /// @throws IOException if another user could be behind the tmux around this process
    static void requireTrustedTmux() throws IOException {
        try {
            Tmux.requireTrusted(System.getenv().getOrDefault("TMUX", ""));
        } catch (TmuxException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// Returns the tmux command that shows a job's terminal in a popup over the current window.
    static List<String> ofAttach(long job) {
        List<String> command =
                new ArrayList<>(
                        of(
                                "job %d: every key goes to it, %s detaches"
                                        .formatted(job, Attachment.detachKeyName()),
                                words("attach", Long.toString(job)).toArray(String[]::new)));
        // Twice: a popup whose command fails stays open.
        command.add(1, "-E");
        return command;
    }

    /// Returns the tmux command that runs a program in a popup over the current window, until it
    /// ends. No shell is involved, since the user's may be any: fish, csh.
    ///
    /// @param title the text of its border, with how to leave it; tmux 3.2 shows none
    /// @param words the program and its arguments, at least one
    static List<String> of(String title, String... words) {
        List<String> command =
                new ArrayList<>(List.of("display-popup", "-E", "-w", "90%", "-h", "90%"));
        if (!Version.isOlder(ProgramVersion.of("tmux", "-V").orElse(""), TITLES)) {
            command.addAll(List.of("-T", " " + TmuxWords.format(title) + " "));
        }
        command.addAll(List.of(words));
        return command;
    }

    /// Returns the shell command that runs nudge.
    static String nudge(String... arguments) {
        return ShellWords.join(words(arguments));
    }

    /// Returns the words that run nudge. It would otherwise get the environment of the tmux server,
    /// which may lead to another state directory.
    private static List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(ownSettings());
        words.addAll(Installation.launcher());
        words.addAll(List.of(arguments));
        return words;
    }

    private static List<String> ownSettings() {
        return System.getenv().entrySet().stream()
                .filter(e -> PASSED_ON.contains(e.getKey()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .toList();
    }
}
