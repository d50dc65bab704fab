package dev.nudge.console.tmux;

import java.util.List;
import java.util.stream.Collectors;

/// Quotes text for tmux, which parses it up to three times: as an argument of its client, as a
/// format, and as a command line of its own.
public final class TmuxWords {
    private TmuxWords() {}

    /// Returns a format that expands to the text: `#` is the only special character of formats.
    public static String format(String text) {
        return text.replace("#", "##");
    }

    /// Returns the words as a line that tmux parses as one command with these words.
    public static String line(List<String> words) {
        return words.stream()
                .map(w -> "'" + w.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    /// Returns an argument for the client, which takes a semicolon at the end as the end of the
    /// command.
    public static String argument(String text) {
        return text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text;
    }
}
