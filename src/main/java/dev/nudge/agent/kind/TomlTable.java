package dev.nudge.agent.kind;

import dev.nudge.settings.Toml;
import dev.nudge.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// A table of an agent's file. Checks the kind of each value, and at the end that every value has
/// been read. All methods throw [MistakeException].
final class TomlTable {
    private final String file;
    private final String content;

    private final String name;
    private final JsonNode values;
    private final Collection<String> known = new TreeSet<>();

    private TomlTable(String file, String content, String name, JsonNode values) {
        this.file = file;
        this.content = content;
        this.name = name;
        this.values = values;
    }

    /// Thrown for a mistake in the file of an agent. The message is one sentence: where it is, what
    /// is wrong, and what was expected.
    static final class MistakeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MistakeException(String message) {
            super(message);
        }
    }

    /// @param file the name of the file in messages
    static TomlTable read(String file, String text) {
        try {
            return new TomlTable(file, text, "", Toml.tree(text));
        } catch (Toml.MalformedException e) {
            throw new MistakeException(
                    "%s, line %d: this is not TOML: %s"
                            .formatted(file, e.line(), Toml.shown(text, e.line())));
        }
    }

    /// @param kind returns empty for a value of another kind
    private <T> Optional<T> value(
            String key, String expected, Function<JsonNode, Optional<T>> kind) {
        known.add(key);
        JsonNode value = values.path(key);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(
                kind.apply(value).orElseThrow(() -> wrong(key, "is " + value, expected)));
    }

    private <T> T required(String key, String expected, Optional<T> value) {
        return value.orElseThrow(() -> wrong(key, "is missing", expected));
    }

    String text(String key) {
        return required(key, "a text", optionalText(key));
    }

    Optional<String> optionalText(String key) {
        return value(key, "a text", JsonNode::stringValueOpt);
    }

    Optional<String> word(String key, List<String> words) {
        return value(
                key,
                "one of " + String.join(", ", words),
                value -> value.stringValueOpt().filter(words::contains));
    }

    int number(String key, int least, int most) {
        return required(key, numberFrom(least, most), optionalNumber(key, least, most));
    }

    Optional<Integer> optionalNumber(String key, int least, int most) {
        return value(
                key,
                numberFrom(least, most),
                value ->
                        Optional.of(value)
                                .filter(v -> v.isIntegralNumber() && v.canConvertToInt())
                                .map(JsonNode::intValue)
                                .filter(n -> n >= least && n <= most));
    }

    private static String numberFrom(int least, int most) {
        return "a whole number, " + least + " to " + most;
    }

    boolean isOn(String key, boolean byDefault) {
        return value(key, "true or false", JsonNode::booleanValueOpt).orElse(byDefault);
    }

    List<String> texts(String key) {
        return optionalTexts(key).orElse(List.of());
    }

    Optional<List<String>> optionalTexts(String key) {
        return value(key, "a list of texts", TomlTable::texts);
    }

    private static Optional<List<String>> texts(JsonNode list) {
        return list(list, JsonNode::stringValueOpt);
    }

    private static <T> Optional<List<T>> list(
            JsonNode list, Function<JsonNode, Optional<T>> element) {
        List<T> elements = list.valueStream().flatMap(one -> element.apply(one).stream()).toList();
        return Optional.of(elements).filter(_ -> list.isArray() && elements.size() == list.size());
    }

    Optional<Pattern> optionalPattern(String key, String... groups) {
        List<String> wanted = List.of(groups);
        return value(
                key,
                patternWith(wanted),
                v -> pattern(v).filter(p -> p.namedGroups().keySet().containsAll(wanted)));
    }

    Pattern pattern(String key, String... groups) {
        return required(key, patternWith(List.of(groups)), optionalPattern(key, groups));
    }

    private static String patternWith(List<String> groups) {
        return "a pattern"
                + (groups.isEmpty()
                        ? " (java.util.regex)"
                        : " with the groups " + String.join(", ", groups));
    }

    private static Optional<Pattern> pattern(JsonNode value) {
        try {
            return value.stringValueOpt().map(Pattern::compile);
        } catch (PatternSyntaxException e) {
            return Optional.empty();
        }
    }

    /// Reads a table to its end.
    <T> T table(String key, Function<TomlTable, T> reader) {
        return required(key, "a table, [" + full(key) + "]", optionalTable(key, reader));
    }

    /// Reads a table that may be left out, to its end.
    <T> Optional<T> optionalTable(String key, Function<TomlTable, T> reader) {
        return value(key, "a table", TomlTable::object)
                .map(table -> new TomlTable(file, content, full(key), table).readBy(reader));
    }

    private <T> T readBy(Function<TomlTable, T> reader) {
        T read = reader.apply(this);
        end();
        return read;
    }

    private static Optional<JsonNode> object(JsonNode value) {
        return Optional.of(value).filter(JsonNode::isObject);
    }

    Map<String, String> variables(String key) {
        return value(key, "a table of texts", TomlTable::variables).orElse(Map.of());
    }

    private static Optional<Map<String, String>> variables(JsonNode table) {
        Map<String, String> variables = new TreeMap<>();
        table.propertyStream()
                .filter(entry -> entry.getValue().isString())
                .forEach(entry -> variables.put(entry.getKey(), entry.getValue().stringValue()));
        return table.isObject() && variables.size() == table.size()
                ? Optional.of(variables)
                : Optional.empty();
    }

    List<List<String>> lists(String key) {
        return value(key, "a list of lists of texts", v -> list(v, TomlTable::texts))
                .orElse(List.of());
    }

    /// Reads the tables of a list, each to its end; none if there is no list.
    <T> List<T> tables(String key, Function<TomlTable, T> reader) {
        List<JsonNode> found =
                value(key, "a list of tables", v -> list(v, TomlTable::object)).orElse(List.of());
        return IntStream.range(0, found.size())
                .mapToObj(i -> {
                    String numbered = full(key) + "[" + (i + 1) + "]";
                    return new TomlTable(file, content, numbered, found.get(i)).readBy(reader);
                })
                .toList();
    }

    /// Checks that every value has been asked for.
    void end() {
        for (String key : values.propertyNames()) {
            if (!known.contains(key)) {
                String nearest =
                        known.stream()
                                .min(Comparator.comparingInt(k -> EditDistance.of(key, k)))
                                .orElse("none");
                throw mistake(
                        key,
                        "there is no key \"%s\"; the nearest is %s.".formatted(full(key), nearest));
            }
        }
    }

    MistakeException wrong(String key, String what, String expected) {
        return mistake(key, "%s %s; expected %s.".formatted(full(key), what, expected));
    }

    /// @param key the key with the mistake; empty for this table
    MistakeException mistake(String key, String what) {
        int line = new Lines(content).of(key.isEmpty() ? name : full(key));
        return new MistakeException(file + (line == 0 ? ": " : ", line " + line + ": ") + what);
    }

    private String full(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }

    /// Finds the line of a value, since the library reports no positions.
    private static final class Lines {
        private static final Pattern HEADER =
                Pattern.compile("\\s*(?<list>\\[?)\\[\\s*(?<name>[A-Za-z0-9_.-]+)\\s*].*");
        private static final Pattern VALUE =
                Pattern.compile("\\s*[\"']?(?<key>[\\w-]+)[\"']?\\s*=.*");

        /// The lines of values and tables by name, `screen.layouts[2].indent`; all numbers are from
        /// 1.
        private final Map<String, Integer> lines = new HashMap<>();

        private final Map<String, Integer> counts = new HashMap<>();
        private String table = "";

        Lines(String text) {
            List<String> all = text.lines().toList();
            for (int line = 1; line <= all.size(); line++) {
                take(line, all.get(line - 1));
            }
        }

        private void take(int line, String text) {
            Matcher header = HEADER.matcher(text);
            Matcher value = VALUE.matcher(text);
            if (header.matches()) {
                table = named(header.group("name"), !header.group("list").isEmpty());
                lines.putIfAbsent(table, line);
            } else if (value.matches()) {
                lines.putIfAbsent(table + (table.isEmpty() ? "" : ".") + value.group("key"), line);
            }
        }

        private String named(String header, boolean isInList) {
            StringBuilder name = new StringBuilder();
            List<String> words = List.of(header.split("\\.", -1));
            for (int word = 0; word < words.size(); word++) {
                name.append(word == 0 ? "" : ".").append(words.get(word));
                if (isInList && word == words.size() - 1) {
                    counts.merge(name.toString(), 1, Integer::sum);
                }
                Integer count = counts.get(name.toString());
                if (count != null) {
                    name.append('[').append(count).append(']');
                }
            }
            return name.toString();
        }

        /// Returns the line of a value, from 1; if the value is missing, that of the nearest table
        /// around it; 0 if there is none.
        int of(String name) {
            String place = name;
            while (!place.isEmpty()) {
                Integer line =
                        lines.getOrDefault(place, lines.get(place.replaceAll("\\[\\d+]$", "")));
                if (line != null) {
                    return line;
                }
                // A key in quotes may end with any character.
                place = place.replaceFirst("(?s)(?:\\.?[^.\\[]+(?:\\[\\d+])?|.)\\z", "");
            }
            return 0;
        }
    }
}
