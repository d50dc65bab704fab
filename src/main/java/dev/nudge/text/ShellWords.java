package dev.nudge.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes the words of a command line as one line for a shell.
public final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private ShellWords() {}

    /// Returns a single word unchanged, since it is a command line; quotes several words so that
    /// the shell takes each as one word, whatever it contains.
    public static String join(List<String> words) {
        return words.size() == 1
                ? words.getFirst()
                : words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
    }

    /// Returns a word quoted for a shell, whatever it contains; unchanged if no character in it has
    /// a meaning for the shell.
    public static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
