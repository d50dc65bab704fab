package dev.nudge.mcp;

import dev.nudge.job.Telling;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The arguments of `run_long_command`. Arguments that the tool does not know are ignored: models
/// send `description`, `dir_path` and others that they know from other tools.
///
/// @param command as given, not blank, without a NUL character
/// @param cwd as given, possibly relative; not blank
/// @param label as given; not blank
/// @param telling what to tell of the end
public record RunRequest(
        String command, Optional<String> cwd, Optional<String> label, Telling telling) {
    /// Reads the arguments.
    ///
    /// @throws IllegalArgumentException naming the argument, what it was and what was expected
    static RunRequest of(@Nullable Map<String, Object> arguments) {
        Map<String, Object> given = arguments == null ? Map.of() : arguments;
        String command =
                text(given, "command")
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "command is missing or blank; expected the shell command to run"));
        if (command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "command holds a NUL character, which no shell can take; leave it out");
        }
        Telling telling =
                text(given, "notify")
                        .map(word -> Telling.named("notify", word))
                        .orElse(Telling.INJECT);
        return new RunRequest(command, text(given, "cwd"), text(given, "label"), telling);
    }

    private static Optional<String> text(Map<String, Object> given, String name) {
        Object value = given.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw new IllegalArgumentException(name + " is " + kind(value) + "; expected a string");
        }
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    private static String kind(Object value) {
        return switch (value) {
            case Number _ -> "a number";
            case Boolean _ -> "true or false";
            case Map<?, ?> _ -> "an object";
            case Iterable<?> _ -> "a list";
            default -> "of another type";
        };
    }
}
