package dev.nudge.outbox;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Recognises that a command never ran because its program is missing. To the shell, that is exit
/// code 127 like any other. The difference is that the shell's complaint is the only output, and
/// that it names the command's first word.
final class CommandNotFound {
    private static final int NOT_FOUND = 127;
    private static final Pattern COMPLAINT =
            Pattern.compile("(?:bash|sh): (?:\\p{L}+ )?\\d+: (.+)");
    private static final Pattern FIRST_WORD =
            Pattern.compile("\\s*(?:\\w+=\\S*\\s+)*([^\\s;|&<>()]+)");

    private CommandNotFound() {}

    /// Returns the shell's words, `cargo: command not found`, if the program is missing.
    ///
    /// @param output all printable output, as one line
    static Optional<String> reason(String command, int exitCode, String output) {
        Matcher complaint = COMPLAINT.matcher(output.strip());
        Matcher word = FIRST_WORD.matcher(command);
        if (exitCode != NOT_FOUND || !complaint.matches() || !word.lookingAt()) {
            return Optional.empty();
        }
        String words = complaint.group(1);
        String rest =
                words.startsWith(word.group(1) + ": ")
                        ? words.substring(word.group(1).length() + 2)
                        : ": ";
        return rest.contains(": ") ? Optional.empty() : Optional.of(words);
    }
}
