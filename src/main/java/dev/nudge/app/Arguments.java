package dev.nudge.app;

import dev.nudge.job.JobSelector;
import dev.nudge.job.JobVariable;
import dev.nudge.job.Words;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.TextBound;
import dev.nudge.text.TimeSpan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the arguments of a tool call. Every error is an [IllegalArgumentException] that names the
/// argument, what it was and what was expected.
public final class Arguments {
    /// The largest number of lines, matches and the like, and of seconds: 31 years.
    private static final long MOST = 1_000_000_000;

    /// What is expected where one job is to be named.
    public static final String JOB = "the number of a job (17), its label, or @last";

    /// How much of a wrong value is shown.
    private static final int LONGEST_SHOWN = 100;

    private Arguments() {}

    /// Returns a word; empty if it is missing or blank.
    static Optional<String> text(Map<String, Object> given, String name) {
        return text(given, name, TextBound.WORD);
    }

    /// Returns a text; empty if it is missing or blank.
    static Optional<String> text(Map<String, Object> given, String name, TextBound bound) {
        return string(given, name, bound).filter(text -> !text.isBlank());
    }

    private static Optional<String> string(
            Map<String, Object> given, String name, TextBound bound) {
        Object value = given.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof String text)) {
            throw new IllegalArgumentException(name + " is " + kind(value) + "; expected a string");
        }
        return Optional.of(bound.checked(name, text));
    }

    /// Returns a text or a number as it was written, also blanks; empty if it is missing.
    static Optional<String> verbatim(Map<String, Object> given, String name) {
        return switch (given.get(name)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Number number -> Optional.of(number.toString());
            case Object other ->
                    throw new IllegalArgumentException(
                            "%s is %s; expected a string, which is typed as it is"
                                    .formatted(name, kind(other)));
        };
    }

    /// Returns a number or a text as it was written; empty if it is missing or blank.
    static Optional<String> word(Map<String, Object> given, String name) {
        return given.get(name) instanceof Number number
                ? Optional.of(number.toString())
                : text(given, name);
    }

    /// Returns a name for the job; empty if it is missing or the empty text, which models also send
    /// for none.
    static Optional<String> label(Map<String, Object> given, String name) {
        return string(given, name, TextBound.LABEL)
                .filter(label -> !label.isEmpty())
                .map(label -> JobSelector.label(name, label));
    }

    /// Returns a positive whole number, which models also send as `"60"` and `60.0`; empty if it is
    /// missing or 0, which models also send for none.
    static Optional<Integer> count(Map<String, Object> given, String name) {
        Object value = given.get(name);
        if (value == null || value.equals("")) {
            return Optional.empty();
        }
        String digits = value.toString().replaceFirst("\\.0*$", "");
        if (!(value instanceof Number || value instanceof String)
                || !digits.matches("\\d{1,10}")
                || Long.parseLong(digits) > MOST) {
            throw new IllegalArgumentException(
                    "%s is %s; expected a whole number, 0 to %d"
                            .formatted(name, shown(value), MOST));
        }
        return Optional.of(Integer.valueOf(digits)).filter(n -> n > 0);
    }

    /// Returns the selector of one job; empty if it is missing.
    static Optional<JobSelector> selector(Map<String, Object> given, String name) {
        Object value = given.get(name);
        return isMissing(value) ? Optional.empty() : Optional.of(selector(name, value));
    }

    /// Returns the selectors of jobs, in place of which models also send a single one; empty if it
    /// is missing.
    static List<JobSelector> selectors(Map<String, Object> given, String name) {
        Object value = given.get(name);
        List<?> list =
                value instanceof List<?> many
                        ? many
                        : isMissing(value) ? List.of() : List.of(value);
        return TextBound.checked(name, list).stream().map(one -> selector(name, one)).toList();
    }

    private static boolean isMissing(@Nullable Object value) {
        return value == null || value.equals("");
    }

    /// Returns the selector of a job. Models also send a number as `"17"` and `17.0`.
    private static JobSelector selector(String name, @Nullable Object value) {
        String word =
                value instanceof Number || value instanceof String
                        ? TextBound.WORD
                                .checked(name, value.toString())
                                .replaceFirst("^(\\d+)\\.0*$", "$1")
                        : "";
        try {
            JobSelector selector = JobSelector.parse(word);
            if (!(selector instanceof JobSelector.Range)) {
                return selector;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(unexpected(name, value), e);
        }
        throw new IllegalArgumentException(unexpected(name, value));
    }

    private static String unexpected(String name, @Nullable Object value) {
        return "%s is %s; expected %s".formatted(name, shown(value), JOB);
    }

    /// Returns one of the words of an enumeration, in lower case; empty if it is missing.
    static <E extends Enum<E>> Optional<E> choice(
            Map<String, Object> given, String name, Class<E> words) {
        Optional<String> word = text(given, name);
        Optional<E> found = word.flatMap(w -> Words.find(words, w.toLowerCase(Locale.ROOT)));
        if (word.isPresent() && found.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected one of %s"
                            .formatted(name, word.get(), String.join(", ", Words.all(words))));
        }
        return found;
    }

    /// Returns names and values, both strings; empty if it is missing.
    static Map<String, String> variables(Map<String, Object> given, String name) {
        return switch (given.get(name)) {
            case null -> Map.of();
            case Map<?, ?> map -> {
                Map<String, String> variables = new HashMap<>();
                TextBound.checked(name, map.keySet());
                map.forEach((key, value) -> put(variables, variable(name, key), value));
                yield variables;
            }
            case Object other ->
                    throw new IllegalArgumentException(
                            name + " is " + shown(other) + "; expected an object of strings");
        };
    }

    private static void put(Map<String, String> variables, String name, Object value) {
        boolean isSimple =
                value instanceof String || value instanceof Number || value instanceof Boolean;
        if (!isSimple || value.toString().indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the variable %s cannot have this value; expected a string without NUL characters"
                            .formatted(name));
        }
        variables.put(name, value.toString());
    }

    private static String variable(String name, Object key) {
        return JobVariable.checked(name, String.valueOf(key));
    }

    /// Returns a list of words, in place of which models also send a single one; empty if it is
    /// missing.
    static List<String> words(Map<String, Object> given, String name) {
        return switch (given.get(name)) {
            case null -> List.of();
            case String word ->
                    word.isBlank() ? List.of() : List.of(TextBound.WORD.checked(name, word));
            case List<?> list when list.stream().allMatch(String.class::isInstance) ->
                    TextBound.checked(name, list).stream()
                            .map(word -> TextBound.WORD.checked(name, (String) word))
                            .toList();
            case Object other ->
                    throw new IllegalArgumentException(
                            name + " is " + shown(other) + "; expected a list of strings");
        };
    }

    /// Returns whether a switch is on, which models also send as `"true"`; off if it is missing.
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

    /// Returns a span of time, which is whole seconds, also as `"60"` and `60.0`, or a text as on
    /// the command line (`"1h30m"`); empty if it is missing, or an empty text, which models also
    /// send for none.
    static Optional<Duration> span(Map<String, Object> given, String name) {
        Object value = given.get(name);
        if (value == null || value.equals("")) {
            return Optional.empty();
        }
        Optional<Duration> span =
                value instanceof Number || value instanceof String
                        ? parse(value.toString().strip().replaceFirst("^(\\d+)\\.0*$", "$1"))
                        : Optional.empty();
        if (span.filter(time -> time.toSeconds() <= MOST).isEmpty()) {
            throw new IllegalArgumentException(
                    "%s is %s; expected 0 to %d seconds, as a number or as a text such as \"1h30m\""
                            .formatted(name, shown(value), MOST));
        }
        return span;
    }

    /// The most has one digit more than a number on the command line may have.
    private static Optional<Duration> parse(String text) {
        return text.equals(Long.toString(MOST))
                ? Optional.of(Duration.ofSeconds(MOST))
                : TimeSpan.parse(text);
    }

    static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Number number -> Ellipsis.start(number.toString(), LONGEST_SHOWN);
            case String text -> "\"" + Ellipsis.start(text, LONGEST_SHOWN) + "\"";
            default -> kind(value);
        };
    }

    static String kind(Object value) {
        return switch (value) {
            case Number _ -> "a number";
            case Boolean _ -> "true or false";
            case Map<?, ?> _ -> "an object";
            case Iterable<?> _ -> "a list";
            default -> "of another type";
        };
    }
}
