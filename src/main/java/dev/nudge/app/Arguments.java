package dev.nudge.app;

import dev.nudge.job.JobSelector;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Words;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.TextBound;
import dev.nudge.text.TimeSpan;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the arguments of a tool call. There is no value if one is what models also send for none:
/// blanks, an empty text, 0 for a number of lines. Every error is an [IllegalArgumentException]
/// that names the argument, what it was and what was expected.
public final class Arguments {
    /// The largest number of lines, matches and the like, and of seconds: 31 years.
    private static final long MOST = 1_000_000_000;

    public static final String JOB = "the number of a job (17), its label, or @last";

    private static final int LONGEST_SHOWN = 100;

    private Arguments() {}

    static Stream<String> text(String name, Object value, TextBound bound) {
        return Stream.of(string(name, value, bound)).filter(text -> !text.isBlank());
    }

    private static String string(String name, Object value, TextBound bound) {
        if (value instanceof String text) {
            return bound.checked(name, text);
        }
        throw unexpected(name, kind(value), "a string");
    }

    /// Reads a text or a number as it was written, also blanks.
    static Stream<String> verbatim(String name, Object value) {
        return switch (value) {
            case String text -> Stream.of(text);
            case Number number -> Stream.of(number.toString());
            case Object other ->
                    throw unexpected(name, kind(other), "a string, which is typed as it is");
        };
    }

    /// Reads a number or a text as it was written.
    static Stream<String> word(String name, Object value) {
        return value instanceof Number
                ? Stream.of(value.toString())
                : text(name, value, TextBound.WORD);
    }

    /// Reads a name for the job, which may be blank.
    static Stream<String> label(String name, Object value) {
        return Stream.of(string(name, value, TextBound.LABEL))
                .filter(label -> !label.isEmpty())
                .map(label -> JobSelector.label(name, label));
    }

    /// Reads a positive whole number, which models also send as `"60"` and `60.0`.
    static Stream<Integer> count(String name, Object value) {
        if (value.equals("")) {
            return Stream.empty();
        }
        String digits = digits(value);
        if (!digits.matches("\\d{1,10}") || Long.parseLong(digits) > MOST) {
            throw unexpected(name, shown(value), "a whole number, 0 to " + MOST);
        }
        return Stream.of(Integer.valueOf(digits)).filter(n -> n > 0);
    }

    static Stream<JobSelector> selector(String name, Object value) {
        return value.equals("") ? Stream.empty() : Stream.of(oneSelector(name, value));
    }

    /// Reads the selectors of jobs, in place of which models also send a single one.
    static Stream<JobSelector> selectors(String name, Object value) {
        return value instanceof List<?> many
                ? TextBound.checked(name, many).stream().map(one -> oneSelector(name, one))
                : selector(name, value);
    }

    /// Returns a number or a text without the decimals of a whole number; empty for anything else.
    private static String digits(@Nullable Object value) {
        return value instanceof Number || value instanceof String
                ? value.toString().replaceFirst("^(\\d+)\\.0*$", "$1")
                : "";
    }

    private static JobSelector oneSelector(String name, @Nullable Object value) {
        String word = digits(value instanceof String s ? TextBound.WORD.checked(name, s) : value);
        JobSelector selector;
        try {
            selector = JobSelector.parse(word);
        } catch (IllegalArgumentException e) {
            throw unexpected(name, shown(value), JOB);
        }
        if (selector instanceof JobSelector.Range) {
            throw unexpected(name, shown(value), JOB);
        }
        return selector;
    }

    /// Reads one of the words of an enumeration, in lower case.
    static <E extends Enum<E>> Stream<E> choice(String name, Object value, Class<E> words) {
        return text(name, value, TextBound.WORD)
                .map(word ->
                        Words.find(words, word.toLowerCase(Locale.ROOT))
                                .orElseThrow(() ->
                                        wrong(
                                                name,
                                                word,
                                                "one of " + String.join(", ", Words.all(words)))));
    }

    static Stream<Map.Entry<String, String>> variables(String name, Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                TextBound.checked(name, map.keySet());
                yield map.entrySet().stream()
                        .map(entry ->
                                variable(
                                        RunRequest.checkedVariable(
                                                name, String.valueOf(entry.getKey())),
                                        entry.getValue()));
            }
            case Object other -> throw unexpected(name, shown(other), "an object of strings");
        };
    }

    private static Map.Entry<String, String> variable(String name, Object value) {
        boolean isSimple =
                value instanceof String || value instanceof Number || value instanceof Boolean;
        if (!isSimple || value.toString().indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the variable %s cannot have this value; expected a string without NUL characters"
                            .formatted(name));
        }
        return Map.entry(name, value.toString());
    }

    /// Reads a list of words, in place of which models also send a single one.
    static Stream<String> words(String name, Object value) {
        return switch (value) {
            case String _ -> text(name, value, TextBound.WORD);
            case List<?> list when list.stream().allMatch(String.class::isInstance) ->
                    TextBound.checked(name, list).stream()
                            .map(word -> TextBound.WORD.checked(name, (String) word));
            case Object other -> throw unexpected(name, shown(other), "a list of strings");
        };
    }

    /// Reads whether a switch is on, which models also send as `"true"`.
    static Stream<Boolean> flag(String name, Object value) {
        return switch (value) {
            case Boolean on -> Stream.of(on);
            case String text when text.equals("true") -> Stream.of(true);
            case String text when text.isEmpty() || text.equals("false") -> Stream.empty();
            case Object other -> throw unexpected(name, shown(other), "true or false");
        };
    }

    /// Reads a span of time, which is whole seconds, also as `"60"` and `60.0`, or a text as on the
    /// command line (`"1h30m"`).
    static Stream<Duration> span(String name, Object value) {
        return value.equals("")
                ? Stream.empty()
                : Stream.of(
                        parse(digits(value instanceof String text ? text.strip() : value))
                                .filter(span -> span.toSeconds() <= MOST)
                                .orElseThrow(() ->
                                        unexpected(
                                                name,
                                                shown(value),
                                                "0 to %d seconds, as a number or as a text such as \"1h30m\""
                                                        .formatted(MOST))));
    }

    /// The most has one digit more than a number on the command line may have.
    private static Optional<Duration> parse(String text) {
        return text.equals(Long.toString(MOST))
                ? Optional.of(Duration.ofSeconds(MOST))
                : TimeSpan.parse(text);
    }

    static IllegalArgumentException unexpected(String name, String value, String expected) {
        return new IllegalArgumentException(
                "%s is %s; expected %s".formatted(name, value, expected));
    }

    /// Returns what is said of a word that cannot be read.
    static IllegalArgumentException wrong(String name, String word, String expected) {
        return unexpected(name, "\"" + word + "\"", expected);
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Number number -> Ellipsis.start(number.toString(), LONGEST_SHOWN);
            case String text -> "\"" + Ellipsis.start(text, LONGEST_SHOWN) + "\"";
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
