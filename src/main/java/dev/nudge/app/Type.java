package dev.nudge.app;

import dev.nudge.job.JobSelector;
import dev.nudge.job.Words;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.text.Moment;
import dev.nudge.text.TextBound;
import dev.nudge.text.TimeSpan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/// How the values of an option are written and read.
///
/// @param <T> the type of a value
/// @param label the name of a value in the help of the command: `TIME`; empty for a flag
/// @param values what the shells' completion offers: words, or `@` with the name of what it looks
///   up
/// @param unit what a name in JSON ends with: `_seconds`, or `s` for several; empty for most
/// @param schema in JSON, always in the same order
/// @param word reads a value on the command line
/// @param json reads values in JSON
public record Type<T>(
        String label,
        String values,
        String unit,
        Map<String, Object> schema,
        WordReader<T> word,
        JsonReader<T> json) {
    public static final Map<String, Object> STRING = object("type", "string");
    private static final Map<String, Object> FLAGS = object("type", "boolean");
    private static final Map<String, Object> COUNTS = object("type", "integer", "minimum", 0);

    public static final Type<Boolean> FLAG =
            new Type<>("", "", "", FLAGS, (_, _) -> true, Arguments::flag);

    /// A span of time of 0 or more, in JSON as whole seconds.
    public static final Type<Duration> SPAN =
            new Type<>("TIME", "30s 1m 10m 1h 1d", "_seconds", COUNTS, Type::span, Arguments::span);

    /// A job, on the command line also several; in JSON a number or a word. (Not a list of types:
    /// clients with a strict validator reject those.)
    public static final Type<JobSelector> JOB =
            new Type<>(
                    "JOB",
                    "@jobs",
                    "",
                    object("anyOf", List.of(Map.of("type", "integer"), Map.of("type", "string"))),
                    (_, word) -> JobSelector.parse(word),
                    Arguments::selector);

    /// Jobs, in JSON a list.
    public static final Type<JobSelector> JOBS =
            new Type<>(
                    JOB.label,
                    JOB.values,
                    "",
                    object("type", "array", "items", JOB.schema),
                    JOB.word,
                    Arguments::selectors);

    public static final Type<String> LABEL =
            new Type<>("NAME", "@labels", "", STRING, JobSelector::label, Arguments::label);

    /// A regular expression (RE2).
    public static final Type<SearchPattern> PATTERN =
            text("REGEX", "", TextBound.PATTERN).map(Type::pattern);

    /// A time that is over: how long ago, or when.
    public static final Type<Moment> PAST = named("TIME", "10m 1h 1d", STRING, Type::past);

    public static final Type<String> TEXT =
            new Type<>("TEXT", "", "", STRING, (_, word) -> word, Arguments::verbatim);

    /// Names of keys, in JSON a list.
    public static final Type<String> KEYS =
            new Type<>(
                    "KEY",
                    "Enter Tab Escape Up Down Left Right C-c C-d F1",
                    "s",
                    object("type", "array", "items", Map.of("type", "string")),
                    (_, word) -> word,
                    Arguments::words);

    public interface WordReader<T> {
        /// @param name of the option, for the message
        /// @throws IllegalArgumentException if it cannot be read; the message says what was
        ///   expected, without a full stop
        T read(String name, String word);
    }

    public interface JsonReader<T> {
        /// @throws IllegalArgumentException naming the option, what it was and what was expected
        Stream<T> read(String name, Object value);
    }

    /// Returns the type of words that a function reads, which throws an [IllegalArgumentException]
    /// for any other.
    public static <T> Type<T> word(String label, String values, Function<String, T> reader) {
        return named(label, values, STRING, (_, word) -> reader.apply(word));
    }

    /// Returns the type of words that are taken as they are.
    public static Type<String> word(String label, String values) {
        return word(label, values, word -> word);
    }

    /// Returns the type of words that are read alike on the command line and in JSON, where they
    /// may also be numbers.
    public static <T> Type<T> named(
            String label, String values, Map<String, Object> schema, WordReader<T> reader) {
        return new Type<>(
                label,
                values,
                "",
                schema,
                reader,
                (name, value) -> Arguments.word(name, value).map(word -> reader.read(name, word)));
    }

    /// Returns the type of a text, which in JSON is no number.
    public static Type<String> text(String label, String values, TextBound bound) {
        return new Type<>(
                label,
                values,
                "",
                STRING,
                bound::checked,
                (name, value) -> Arguments.text(name, value, bound));
    }

    public static Type<Integer> whole(String label, int least, int most) {
        return named(
                label,
                "",
                object("type", "integer", "minimum", least),
                (name, word) -> whole(name, word, least, most));
    }

    private static int whole(String name, String word, int least, int most) {
        String digits = word.replaceFirst("\\.0*$", "");
        boolean isNumber = digits.matches("[+-]?\\d+");
        if (isNumber && digits.length() < 10) {
            int number = Integer.parseInt(digits);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw Arguments.unexpected(
                name, isNumber ? word : "\"" + word + "\"", "%d to %d".formatted(least, most));
    }

    /// Returns the type of numbers of lines and the like. In JSON, 0 is the same as none: models
    /// send it for a number that they do not mean.
    ///
    /// @param least on the command line
    /// @param most in JSON
    public static Type<Integer> count(int least, int most) {
        return new Type<>(
                "N",
                "",
                "",
                COUNTS,
                (name, word) -> atLeast(name, word, least),
                (name, value) ->
                        Arguments.count(name, value).map(count -> atMost(name, count, most)));
    }

    private static int atLeast(String name, String word, int least) {
        try {
            int number = Integer.parseInt(word);
            if (number >= least) {
                return number;
            }
            throw Arguments.unexpected(name, Integer.toString(number), least + " or more");
        } catch (NumberFormatException e) {
            String most = word.matches("[+-]?\\d+") ? " up to " + Integer.MAX_VALUE : "";
            throw Arguments.wrong(name, word, "a whole number" + most);
        }
    }

    private static int atMost(String name, int count, int most) {
        if (count > most) {
            throw Arguments.unexpected(name, Integer.toString(count), "at most " + most);
        }
        return count;
    }

    public static <E extends Enum<E>> Type<E> choice(Class<E> words) {
        return new Type<>(
                "WORD",
                String.join(" ", Words.all(words)),
                "",
                oneOf(Words.all(words)),
                (name, word) -> Words.named(words, name, word),
                (name, value) -> Arguments.choice(name, value, words));
    }

    /// Returns the type of what a function makes of the name of an option and its value.
    public <U> Type<U> map(BiFunction<String, T, U> made) {
        return new Type<>(
                label,
                values,
                unit,
                schema,
                (name, given) -> made.apply(name, word.read(name, given)),
                (name, given) -> json.read(name, given).map(value -> made.apply(name, value)));
    }

    public Type<T> offering(String others) {
        return new Type<>(label, others, unit, schema, word, json);
    }

    private static SearchPattern pattern(String name, String regex) {
        try {
            return SearchPattern.compile(regex);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " " + e.getMessage(), e);
        }
    }

    private static Moment past(String name, String word) {
        return Moment.past(word)
                .orElseThrow(() ->
                        Arguments.wrong(
                                name,
                                word,
                                "how long ago, in %s, or when: %s"
                                        .formatted(TimeSpan.EXPECTED, Moment.EXPECTED)));
    }

    private static Duration span(String name, String word) {
        return TimeSpan.parse(word)
                .filter(span -> span.toSeconds() <= Integer.MAX_VALUE)
                .orElseThrow(() ->
                        word.matches("-\\d{1,9}")
                                ? Arguments.unexpected(name, word, "0 or more")
                                : Arguments.wrong(name, word, TimeSpan.EXPECTED));
    }

    public static Map<String, Object> oneOf(List<String> words) {
        return object("type", "string", "enum", words);
    }

    /// Returns a schema that has these names and values, in this order.
    public static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> schema = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            schema.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return schema;
    }
}
