package dev.nudge.cli;

import java.util.List;
import java.util.stream.Collectors;

/// Text as tmux has to be given it. tmux takes a text apart up to three times: as an argument of
/// its client, as a format, and as a command line of its own.
final class TmuxWords {
    private TmuxWords() {}

    /// Returns a text as a format that gives it: `#` is the only sign of formats.
    static String format(String text) {
        return text.replace("#", "##");
    }

    /// Returns words as a line that tmux takes for one command with these words.
    static String line(List<String> words) {
        return words.stream()
                .map(w -> "'" + w.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /// Returns an argument for the client, which takes a semicolon at the end for the end of the
    /// command.
    static String argument(String text) {
        return text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text;
    }
}
