package dev.nudge.testkit;

import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes a JSON value that fits a schema of the Gemini API (types in upper or lower case). The
/// agent asks questions of its own with such a schema, for example which model to take.
final class SchemaExample {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int NUMBER = 50;

    private SchemaExample() {}

    static JsonNode of(JsonNode schema) {
        JsonNode choices = schema.path("enum");
        if (!choices.isEmpty()) {
            return choices.get(0);
        }
        return switch (schema.path("type").asString("").toUpperCase(Locale.ROOT)) {
            case "OBJECT" -> object(schema);
            case "ARRAY" -> JSON.arrayNode();
            case "INTEGER", "NUMBER" -> JSON.numberNode(NUMBER);
            case "BOOLEAN" -> JSON.booleanNode(false);
            default -> JSON.stringNode("scripted");
        };
    }

    private static ObjectNode object(JsonNode schema) {
        ObjectNode example = JSON.objectNode();
        schema.path("properties")
                .propertyStream()
                .forEach(p -> example.set(p.getKey(), of(p.getValue())));
        return example;
    }
}
