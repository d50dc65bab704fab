package dev.nudge.cli;

import java.util.ArrayList;
import java.util.List;

/// What is run inside tmux, in a popup or in the background.
final class Popup {
    private Popup() {}

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
                .filter(e ->
                        e.getKey().matches("HOME|XDG_\\w+_(HOME|DIR)|NUDGE_\\w+")
                                && !e.getKey().startsWith("NUDGE_JOB"))
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .toList();
    }
}
