package dev.nudge.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/// Reads TOML. Only this type uses the library, which takes time to load, so nothing uses this type
/// unless there is a file.
public final class Toml {
    private static final TomlMapper MAPPER = new TomlMapper();

    private Toml() {}

    /// Thrown when a text is not TOML.
    public static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int line;

        MalformedException(int line, Throwable cause) {
            super("line " + line + " is not TOML", cause);
            this.line = line;
        }

        /// Returns the line, from 1; 0 if it is not known.
        public int line() {
            return line;
        }
    }

    /// Returns the top-level values as they would be written in the environment: texts without
    /// quotes, numbers in decimal digits, `true` and `false`. A list or a table gives its JSON.
    static Map<String, String> read(String text) throws MalformedException {
        Map<String, String> values = new LinkedHashMap<>();
        tree(text)
                .forEachEntry((key, value) ->
                        values.put(key, value.isValueNode() ? value.asString() : value.toString()));
        return values;
    }

    public static JsonNode tree(String text) throws MalformedException {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new MalformedException(line(text, e), e);
        }
    }

    /// Returns the line of a mistake. The parser notices a repeated name only on the line after it.
    private static int line(String text, JacksonException e) {
        int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
        List<String> before = text.lines().limit(Math.max(0, line - 1)).toList();
        try {
            JsonNode _ = MAPPER.readTree(String.join("\n", before));
            return line;
        } catch (JacksonException _) {
            return before.size();
        }
    }

    /// Finds a value by its name, since the library reports no positions.
    ///
    /// @param table the table with the value, `screen.layouts[2]`; empty for the whole text
    /// @return its line, from 1; if it is not found, that of the nearest table; 0 if there is none
    public static int line(String text, String table, String key) {
        List<String> lines = text.lines().toList();
        StringBuilder header = new StringBuilder("\\s*\\[+");
        int from = 0;
        int line = 0;
        boolean isThere = true;
        for (String name : table.isEmpty() ? new String[0] : table.split("\\.")) {
            String[] parts = name.split("[\\[\\]]", -1);
            boolean isInList = parts.length > 1;
            int number = isInList ? Integer.parseInt(parts[1]) : 1;
            header.append("\\s*").append(Pattern.quote(parts[0])).append("\\s*");
            int found = find(lines, from, header + "]", number);
            int value = inTable(lines, line, parts[0]);
            if (found == 0 && value > line) {
                return value;
            }
            isThere = found > 0;
            line = isThere ? found : line;
            if (isThere && isInList) {
                from = line;
                int next = find(lines, from, header + "]", 1);
                lines = next == 0 ? lines : lines.subList(0, next - 1);
            }
            header.append("\\.");
        }
        int value = isThere ? inTable(lines, line, key) : line;
        if (value > line) {
            return value;
        }
        String inner = header + "\\s*[\"']?" + Pattern.quote(key) + "[\"']?\\s*[.\\]]";
        return Math.max(line, find(lines, from, inner, 1));
    }

    private static int inTable(List<String> lines, int table, String key) {
        int next = find(lines, table, "\\s*\\[+\\s*[\\w.-]+\\s*]", 1);
        String value = "\\s*[\"']?" + Pattern.quote(key) + "[\"']?\\s*[=.]";
        int found = find(next == 0 ? lines : lines.subList(0, next), table, value, 1);
        return found == 0 ? table : found;
    }

    private static int find(List<String> lines, int from, String pattern, int number) {
        Pattern wanted = Pattern.compile(pattern);
        return IntStream.range(from, lines.size())
                .filter(i -> wanted.matcher(lines.get(i)).lookingAt())
                .map(i -> i + 1)
                .skip(number - 1)
                .findFirst()
                .orElse(0);
    }

    /// Returns the text of a line for a message, since the parser's own message is for programmers:
    /// the last line up to there that is not blank.
    ///
    /// @param number the line, from 1; 0 if it is not known
    public static String shown(String text, int number) {
        return text.lines()
                .limit(Math.max(1, number))
                .filter(line -> !line.isBlank())
                .reduce("", (_, line) -> line)
                .strip();
    }
}
