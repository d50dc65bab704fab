package dev.nudge.mcp;

import dev.nudge.app.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON schema of a tool's arguments. Always in the same order: agents send the schemas of all
/// tools with every request, and models do not cache what changes in them.
final class ToolSchema {
    private static final String DESCRIPTION = "description";
    private static final Map<String, Object> JOB =
            Map.of("anyOf", List.of(Map.of("type", "integer"), Map.of("type", "string")));

    private final Map<String, Object> properties = new LinkedHashMap<>();

    /// Returns the schema of these options.
    static Map<String, Object> of(List<Option<?>> options) {
        ToolSchema schema = new ToolSchema();
        for (Option<?> option : options) {
            Map<String, Object> property = new LinkedHashMap<>(option.type().schema());
            property.put(DESCRIPTION, option.toolHelp());
            schema.properties.put(option.key(), property);
        }
        return schema.requiring(
                options.stream()
                        .filter(Option::isRequired)
                        .map(Option::key)
                        .toArray(String[]::new));
    }

    ToolSchema text(String name, String description) {
        return property(name, "string", description, Map.of());
    }

    ToolSchema flag(String name, String description) {
        return property(name, "boolean", description, Map.of());
    }

    /// Adds a whole number. 0 is the same as none: models send it for a number that they do not
    /// mean.
    ToolSchema count(String name, String description) {
        return property(name, "integer", description, Map.of("minimum", 0));
    }

    /// Adds a job: a number or a word. (Not a list of types: clients with a strict validator reject
    /// those.)
    ToolSchema job(String name, String description) {
        Map<String, Object> property = new LinkedHashMap<>(JOB);
        property.put(DESCRIPTION, description);
        properties.put(name, property);
        return this;
    }

    private ToolSchema property(
            String name, String type, String description, Map<String, Object> detail) {
        Map<String, Object> property = ordered(type);
        property.putAll(detail);
        property.put(DESCRIPTION, description);
        properties.put(name, property);
        return this;
    }

    private static Map<String, Object> ordered(String type) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("type", type);
        return value;
    }

    /// Returns the schema.
    ///
    /// @param required the names that must not be missing
    Map<String, Object> requiring(String... required) {
        Map<String, Object> schema = ordered("object");
        schema.put("properties", properties);
        schema.put("required", List.of(required));
        return schema;
    }
}
