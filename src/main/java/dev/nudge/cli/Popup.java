package dev.nudge.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What is run inside tmux, in a popup or in the background.
final class Popup {
    /// Where the jobs are. Everybody can read a command line: nothing else is put there.
    private static final Set<String> PASSED_ON =
            Set.of(
                    "HOME",
                    "XDG_CONFIG_HOME",
                    "XDG_RUNTIME_DIR",
                    "XDG_STATE_HOME",
                    "NUDGE_DETACH_KEY",
                    "NUDGE_LC_ALL");

    private Popup() {}

    /// Shows the terminal of a job until the user detaches or the job has ended. A popup that fails
    /// stays, so that its complaint can be read.
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
        List<String> command = new ArrayList<>(List.of("tmux"));
        command.addAll(of(nudge("attach", Long.toString(job))));
        // Twice: a popup whose command fails stays.
        command.add(2, "-E");
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

    /// Returns the tmux command that shows a shell command in a popup over the current window,
    /// until it ends.
    static List<String> of(String shellCommand) {
        return List.of("display-popup", "-E", "-w", "90%", "-h", "90%", shellCommand);
    }

    /// Returns the shell command that runs nudge. It would get the environment of the tmux server,
    /// which may lead to another state directory.
    static String nudge(String... arguments) {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(ownSettings());
        words.addAll(Installation.launcher());
        words.addAll(List.of(arguments));
        return ShellWords.join(words);
    }

    private static List<String> ownSettings() {
        return System.getenv().entrySet().stream()
                .filter(e -> PASSED_ON.contains(e.getKey()))
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .toList();
    }
}
