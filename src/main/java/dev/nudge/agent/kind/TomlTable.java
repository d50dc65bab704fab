package dev.nudge.agent.kind;

import dev.nudge.settings.Toml;
import dev.nudge.text.EditDistance;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
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

    /// Thrown for a mistake in an agent's file. The message says where it is and what was expected.
    static final class MistakeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MistakeException(String message) {
            super(message);
        }
    }

    /// A kind of value.
    ///
    /// @param expected what a message says after `expected`
    /// @param reader returns empty for a value of another kind
    record Kind<T>(String expected, Function<JsonNode, Optional<T>> reader) {
        static final Kind<String> TEXT = new Kind<>("a text", JsonNode::stringValueOpt);
        static final Kind<Boolean> SWITCH = new Kind<>("true or false", JsonNode::booleanValueOpt);
        static final Kind<List<String>> TEXTS =
                new Kind<>("a list of texts", v -> list(v, JsonNode::stringValueOpt));
        static final Kind<List<List<String>>> LISTS =
                new Kind<>("a list of lists of texts", v -> list(v, TEXTS.reader));
        static final Kind<Map<String, String>> VARIABLES =
                new Kind<>("a table of texts", Kind::variables);
        private static final Kind<JsonNode> TABLE =
                new Kind<>("a table", v -> Optional.of(v).filter(JsonNode::isObject));
        private static final Kind<List<JsonNode>> TABLES =
                new Kind<>("a list of tables", v -> list(v, TABLE.reader));

        static Kind<Integer> number(int least, int most) {
            return new Kind<>(
                    "a whole number, " + least + " to " + most,
                    value ->
                            Optional.of(value)
                                    .filter(v -> v.isIntegralNumber() && v.canConvertToInt())
                                    .map(JsonNode::intValue)
                                    .filter(n -> n >= least && n <= most));
        }

        static <T> Kind<T> oneOf(List<T> all, Function<T, String> word) {
            return new Kind<>(
                    "one of " + String.join(", ", all.stream().map(word).toList()),
                    value ->
                            all.stream()
                                    .filter(one -> word.apply(one).equals(value.stringValue("")))
                                    .findFirst());
        }

        static Kind<Pattern> pattern(String... groups) {
            return new Kind<>(
                    groups.length == 0
                            ? "a pattern (java.util.regex)"
                            : "a pattern with the groups " + String.join(", ", groups),
                    value ->
                            compiled(value)
                                    .filter(pattern ->
                                            pattern.namedGroups()
                                                    .keySet()
                                                    .containsAll(List.of(groups))));
        }

        private static Optional<Pattern> compiled(JsonNode value) {
            try {
                return value.stringValueOpt().map(Pattern::compile);
            } catch (PatternSyntaxException e) {
                return Optional.empty();
            }
        }

        private static <T> Optional<List<T>> list(
                JsonNode list, Function<JsonNode, Optional<T>> element) {
            List<T> elements = list.valueStream().flatMap(v -> element.apply(v).stream()).toList();
            return Optional.of(elements)
                    .filter(_ -> list.isArray() && elements.size() == list.size());
        }

        private static Optional<Map<String, String>> variables(JsonNode table) {
            Map<String, String> variables = new HashMap<>();
            table.forEachEntry((key, value) ->
                    value.stringValueOpt().ifPresent(text -> variables.put(key, text)));
            return Optional.of(variables)
                    .filter(_ -> table.isObject() && variables.size() == table.size());
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

    <T> Optional<T> find(String key, Kind<T> kind) {
        known.add(key);
        JsonNode value = values.path(key);
        return value.isMissingNode()
                ? Optional.empty()
                : Optional.of(
                        kind.reader()
                                .apply(value)
                                .orElseThrow(() -> wrong(key, "is " + value, kind.expected())));
    }

    <T> T get(String key, Kind<T> kind) {
        return find(key, kind).orElseThrow(() -> wrong(key, "is missing", kind.expected()));
    }

    <T> T get(String key, Kind<T> kind, T byDefault) {
        return find(key, kind).orElse(byDefault);
    }

    /// Reads a table to its end.
    <T> T table(String key, Function<TomlTable, T> reader) {
        return optionalTable(key, reader)
                .orElseThrow(() -> wrong(key, "is missing", "a table, [" + full(key) + "]"));
    }

    <T> Optional<T> optionalTable(String key, Function<TomlTable, T> reader) {
        return find(key, Kind.TABLE).map(table -> read(full(key), table, reader));
    }

    /// Reads the tables of a list, each to its end; none if there is no list.
    <T> List<T> tables(String key, Function<TomlTable, T> reader) {
        List<JsonNode> found = get(key, Kind.TABLES, List.of());
        return IntStream.range(0, found.size())
                .mapToObj(i -> read(full(key) + "[" + (i + 1) + "]", found.get(i), reader))
                .toList();
    }

    private <T> T read(String inner, JsonNode node, Function<TomlTable, T> reader) {
        TomlTable table = new TomlTable(file, content, inner, node);
        T read = reader.apply(table);
        table.end();
        return read;
    }

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

    MistakeException mistake(String key, String what) {
        int line = Toml.line(content, name, key);
        return new MistakeException(file + (line == 0 ? ": " : ", line " + line + ": ") + what);
    }

    private String full(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }
}
