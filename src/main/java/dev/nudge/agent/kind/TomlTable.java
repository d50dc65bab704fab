package dev.nudge.agent.kind;

import dev.nudge.settings.Toml;
import dev.nudge.text.EditDistance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/// A table of an agent's file. Checks the kind of each value, and at the end that every value has
/// been read.
final class TomlTable {
    private static final String MISSING = "missing";

    private final String file;

    /// The whole file.
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

    /// Reads a file.
    ///
    /// @param file the name of the file in messages
    static TomlTable read(String file, String text) throws AgentFileException {
        try {
            return new TomlTable(file, text, "", Toml.tree(text));
        } catch (Toml.MalformedException e) {
            throw new AgentFileException(
                    "%s, line %d: this is not TOML: %s"
                            .formatted(file, e.line(), Toml.shown(text, e.line())));
        }
    }

    private interface Kind<T> {
        /// Returns the value; empty if it is of another kind.
        Optional<T> of(JsonNode value);
    }

    private <T> Optional<T> value(String key, String expected, Kind<T> kind)
            throws AgentFileException {
        known.add(key);
        JsonNode value = values.path(key);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        Optional<T> read = kind.of(value);
        if (read.isEmpty()) {
            throw wrong(key, "is " + value, expected);
        }
        return read;
    }

    private <T> T required(String key, String expected, Optional<T> value)
            throws AgentFileException {
        return value.orElseThrow(() -> wrong(key, "is " + MISSING, expected));
    }

    String text(String key) throws AgentFileException {
        return required(key, "a text", optionalText(key));
    }

    Optional<String> optionalText(String key) throws AgentFileException {
        return value(key, "a text", JsonNode::stringValueOpt);
    }

    /// Returns a text that is one of these words.
    Optional<String> word(String key, List<String> words) throws AgentFileException {
        return value(
                key,
                "one of " + String.join(", ", words),
                value -> value.stringValueOpt().filter(words::contains));
    }

    int number(String key, int least, int most) throws AgentFileException {
        return required(key, numberFrom(least, most), optionalNumber(key, least, most));
    }

    Optional<Integer> optionalNumber(String key, int least, int most) throws AgentFileException {
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

    boolean isOn(String key, boolean byDefault) throws AgentFileException {
        return value(key, "true or false", JsonNode::booleanValueOpt).orElse(byDefault);
    }

    List<String> texts(String key) throws AgentFileException {
        return optionalTexts(key).orElse(List.of());
    }

    Optional<List<String>> optionalTexts(String key) throws AgentFileException {
        return value(key, "a list of texts", TomlTable::texts);
    }

    private static Optional<List<String>> texts(JsonNode list) {
        boolean isList = list.isArray() && list.valueStream().allMatch(JsonNode::isString);
        return isList
                ? Optional.of(list.valueStream().map(JsonNode::stringValue).toList())
                : Optional.empty();
    }

    /// Returns a pattern with these groups; empty if the key is missing.
    Optional<Pattern> optionalPattern(String key, String... groups) throws AgentFileException {
        List<String> wanted = List.of(groups);
        return value(
                key,
                patternWith(wanted),
                v -> pattern(v).filter(p -> p.namedGroups().keySet().containsAll(wanted)));
    }

    Pattern pattern(String key, String... groups) throws AgentFileException {
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

    TomlTable table(String key) throws AgentFileException {
        JsonNode table =
                required(
                        key,
                        "a table, [" + full(key) + "]",
                        value(key, "a table", v -> Optional.of(v).filter(JsonNode::isObject)));
        return new TomlTable(file, content, full(key), table);
    }

    /// Reads a table that may be left out, to its end.
    <T> Optional<T> optionalTable(String key, Reader<T> reader) throws AgentFileException {
        known.add(key);
        if (!values.has(key)) {
            return Optional.empty();
        }
        TomlTable table = table(key);
        T read = reader.read(table);
        table.end();
        return Optional.of(read);
    }

    interface Reader<T> {
        T read(TomlTable table) throws AgentFileException;
    }

    /// Returns the texts of a table by their names; none if there is no table.
    Map<String, String> variables(String key) throws AgentFileException {
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

    /// Returns lists of texts; none if there is no list.
    List<List<String>> lists(String key) throws AgentFileException {
        return value(key, "a list of lists of texts", TomlTable::lists).orElse(List.of());
    }

    private static Optional<List<List<String>>> lists(JsonNode list) {
        List<Optional<List<String>>> lists =
                list.isArray() ? list.valueStream().map(TomlTable::texts).toList() : List.of();
        return list.isArray() && lists.stream().allMatch(Optional::isPresent)
                ? Optional.of(lists.stream().flatMap(Optional::stream).toList())
                : Optional.empty();
    }

    /// Returns the tables of a list; none if there is no list.
    List<TomlTable> tables(String key) throws AgentFileException {
        List<JsonNode> found = value(key, "a list of tables", TomlTable::objects).orElse(List.of());
        List<TomlTable> tables = new ArrayList<>();
        for (JsonNode table : found) {
            String numbered = full(key) + "[" + (tables.size() + 1) + "]";
            tables.add(new TomlTable(file, content, numbered, table));
        }
        return tables;
    }

    private static Optional<List<JsonNode>> objects(JsonNode list) {
        boolean isList = list.isArray() && list.valueStream().allMatch(JsonNode::isObject);
        return isList ? Optional.of(list.valueStream().toList()) : Optional.empty();
    }

    /// Checks that every value has been asked for.
    void end() throws AgentFileException {
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

    AgentFileException wrong(String key, String what, String expected) {
        return mistake(key, "%s %s; expected %s.".formatted(full(key), what, expected));
    }

    /// @param key the key with the mistake; empty for this table
    AgentFileException mistake(String key, String what) {
        int line = new TomlLines(content).of(key.isEmpty() ? name : full(key));
        return new AgentFileException(file + (line == 0 ? ": " : ", line " + line + ": ") + what);
    }

    private String full(String key) {
        return name.isEmpty() ? key : name + "." + key;
    }
}
