package dev.nudge.mcp;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads the arguments of a tool call. Every complaint is an [IllegalArgumentException] that names
/// the argument, what it was and what was expected.
final class Arguments {
    private static final long MOST = 1_000_000_000;

    private Arguments() {}

    /// Returns a text; empty if it is missing or blank.
    static Optional<String> text(Map<String, Object> given, String name) {
        Object value = given.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw new IllegalArgumentException(name + " is " + kind(value) + "; expected a string");
        }
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }

    /// Returns a positive whole number, for which models also send `"60"` and `60.0`; empty if it
    /// is missing.
    static OptionalLong wholeNumber(Map<String, Object> given, String name) {
        Object value = given.get(name);
        if (value == null || value.equals("")) {
            return OptionalLong.empty();
        }
        String digits = value.toString().replaceFirst("\\.0*$", "");
        if (!(value instanceof Number || value instanceof String)
                || !digits.matches("[1-9]\\d{0,9}")
                || Long.parseLong(digits) > MOST) {
            throw new IllegalArgumentException(
                    name + " is " + shown(value) + "; expected a whole number, 1 to " + MOST);
        }
        return OptionalLong.of(Long.parseLong(digits));
    }

    /// Returns a list of words, for which models also send a single one; empty if it is missing.
    static List<String> words(Map<String, Object> given, String name) {
        return switch (given.get(name)) {
            case null -> List.of();
            case String word -> word.isBlank() ? List.of() : List.of(word);
            case List<?> list when list.stream().allMatch(String.class::isInstance) ->
                    list.stream().map(String.class::cast).toList();
            case Object other ->
                    throw new IllegalArgumentException(
                            name + " is " + shown(other) + "; expected a list of strings");
        };
    }

    /// Returns whether a switch is on, for which models also send `"true"`; off if it is missing.
    static boolean flag(Map<String, Object> given, String name) {
        return switch (given.get(name)) {
            case null -> false;
            case Boolean on -> on;
            case String text when text.equals("true") -> true;
            case String text when text.isEmpty() || text.equals("false") -> false;
            case Object other ->
                    throw new IllegalArgumentException(
                            name + " is " + shown(other) + "; expected true or false");
        };
    }

    /// Returns a time given in whole seconds; empty if it is missing.
    static Optional<Duration> seconds(Map<String, Object> given, String name) {
        return wholeNumber(given, name).stream().mapToObj(Duration::ofSeconds).findFirst();
    }

    private static String shown(Object value) {
        return switch (value) {
            case Number number -> number.toString();
            case String text -> "\"" + text + "\"";
            default -> kind(value);
        };
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
