package dev.nudge.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What all tools have in common: answers and schemas.
final class ToolCalls {
    private ToolCalls() {}

    /// Makes the call and puts its reply into the form of the protocol. Wrong arguments are an
    /// error that the model sees.
    ///
    /// @param consequence what wrong arguments have led to, a sentence
    static CallToolResult answer(String consequence, Supplier<ToolReply> call) {
        return switch (reply(consequence, call)) {
            case ToolReply.Text(String text) -> result(text, false);
            case ToolReply.Failure(String text) -> result(text, true);
        };
    }

    private static ToolReply reply(String consequence, Supplier<ToolReply> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String stop = message.endsWith(".") ? " " : ". ";
            return new ToolReply.Failure("Error: " + message + stop + consequence);
        }
    }

    private static CallToolResult result(String text, boolean isError) {
        return CallToolResult.builder().addTextContent(text).isError(isError).build();
    }

    /// Returns the schema of an object.
    static Map<String, Object> schema(Map<String, Object> properties, String required) {
        return Map.of("type", "object", "properties", properties, "required", List.of(required));
    }

    static Map<String, Object> text(String description) {
        return Map.of("type", "string", "description", description);
    }

    static Map<String, Object> choice(String description, List<String> words) {
        return Map.of("type", "string", "enum", words, "description", description);
    }

    static Map<String, Object> words(String description) {
        return Map.of(
                "type", "array", "items", Map.of("type", "string"), "description", description);
    }

    static Map<String, Object> flag(String description) {
        return Map.of("type", "boolean", "description", description);
    }

    static Map<String, Object> positive(String description) {
        return Map.of("type", "integer", "minimum", 1, "description", description);
    }
}
