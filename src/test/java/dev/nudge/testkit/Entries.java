package dev.nudge.testkit;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Builds the entries of a conversation as the Gemini API has them. What comes from the same side
/// in a row is one entry.
final class Entries {
    private static final JsonMapper JSON = new JsonMapper();

    private final ArrayNode entries = JSON.createArrayNode();
    private final Map<String, String> calls = new HashMap<>();
    private String last = "";

    /// Adds a text of the user's or the model's.
    void text(String role, String text) {
        begin(role.equals("user") ? "user" : "model").addObject().put("text", text);
    }

    /// Adds a text that is sent along with the user's, or with the results of calls: after a call
    /// of the model, with those that follow.
    void context(String text) {
        boolean isWithResults = last.equals("results") || last.equals("model");
        begin(isWithResults ? "results" : "user").addObject().put("text", text);
    }

    /// Adds a call of a tool.
    void call(String id, String name) {
        calls.put(id, name);
        begin("model").addObject().putObject("functionCall").put("name", name);
    }

    /// Adds the result of a call.
    void result(String id, JsonNode result) {
        ObjectNode response = begin("results").addObject().putObject("functionResponse");
        response.put("name", calls.getOrDefault(id, ""));
        response.putObject("response").set("output", result);
    }

    private ArrayNode begin(String side) {
        if (side.equals(last)) {
            return (ArrayNode) entries.get(entries.size() - 1).get("parts");
        }
        last = side;
        ObjectNode entry = entries.addObject().put("role", side.equals("model") ? "model" : "user");
        return entry.putArray("parts");
    }

    JsonNode all() {
        return entries;
    }
}
