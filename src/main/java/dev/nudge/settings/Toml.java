package dev.nudge.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        tree(text).forEachEntry((key, value) -> values.put(key, plain(value)));
        return values;
    }

    /// Returns the tables and values.
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

    private static String plain(JsonNode value) {
        return value.isValueNode() ? value.asString() : value.toString();
    }
}
