package dev.nudge.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/// Reads TOML. Only this type uses the library, which takes time to load: nothing uses this type
/// unless there is a file.
final class Toml {
    private Toml() {}

    /// The text is not TOML.
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int line;

        MalformedException(int line, Throwable cause) {
            super("line " + line + " is not TOML", cause);
            this.line = line;
        }

        /// Returns the line, from 1; 0 if it is not known.
        int line() {
            return line;
        }
    }

    /// Returns the top-level values as they would be written in the environment: texts without
    /// quotes, numbers in decimal digits, `true` and `false`. A list or a table gives its JSON.
    static Map<String, String> read(String text) throws MalformedException {
        try {
            Map<String, String> values = new LinkedHashMap<>();
            new TomlMapper()
                    .readTree(text)
                    .forEachEntry((key, value) -> values.put(key, plain(value)));
            return values;
        } catch (JacksonException e) {
            throw new MalformedException(line(text, e), e);
        }
    }

    /// Returns the line. The parser notices a repeated name only on the line after it.
    private static int line(String text, JacksonException e) {
        int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
        List<String> before = text.lines().limit(Math.max(0, line - 1)).toList();
        try {
            JsonNode _ = new TomlMapper().readTree(String.join("\n", before));
            return line;
        } catch (JacksonException _) {
            return before.size();
        }
    }

    private static String plain(JsonNode value) {
        return value.isValueNode() ? value.asString() : value.toString();
    }
}
