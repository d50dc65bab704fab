package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The wire format of an agent's model. A [ScriptedModel] thinks in the entries of the Gemini API;
/// other formats are translated into these, and its replies from these.
interface ModelWire {
    JsonMapper JSON = new JsonMapper();

    /// Returns the entries of the conversation as the Gemini API has them: `role`, `parts`.
    JsonNode contents(JsonNode body);

    /// Returns whether this is a turn of the conversation, not one of the agent's own questions.
    boolean isConversation(Headers headers, JsonNode body);

    /// Returns whether the reply is to be sent as events; else it is one JSON object.
    default boolean isStreamed(JsonNode body) {
        return true;
    }

    /// Sends a reply, with its holds.
    void send(ModelReply reply, JsonNode body, EventStream out)
            throws IOException, InterruptedException;

    /// Returns the model's name of a tool of nudge.
    ///
    /// @param start how the names begin in some agents
    static String longName(String start, String tool) {
        return tool.startsWith(start) ? "mcp__nudge__" + tool.substring(start.length()) : tool;
    }

    /// Returns the name that the agent has for a tool, among those in its request. Qwen Code does
    /// not list those that it has put off.
    static String nameIn(JsonNode body, String start, @Nullable Object tool) {
        return body.path("tools")
                .valueStream()
                .map(t -> t.path("function").path("name").asString(t.path("name").asString("")))
                .filter(name -> longName(start, name).equals(tool))
                .findFirst()
                .orElse(String.valueOf(tool));
    }

    /// Returns the texts of a message, which may be one, or parts.
    static Stream<String> texts(JsonNode content) {
        return content.isString()
                ? Stream.of(content.asString())
                : content.valueStream().map(part -> part.path("text").asString(""));
    }

    /// Returns the text of a part of a reply; empty if it is a call.
    static String text(Map<String, Object> part) {
        return String.valueOf(part.getOrDefault("text", ""));
    }

    /// Builds the entries of a conversation as the Gemini API has them. What comes from the same
    /// side in a row is one entry.
    final class Entries {
        private final ArrayNode entries = JSON.createArrayNode();
        private final Map<String, String> calls = new HashMap<>();
        private String last = "";

        /// Adds a text of the user's or the model's.
        void text(String role, String text) {
            begin(role.equals("user") ? "user" : "model").addObject().put("text", text);
        }

        /// Adds a text that is sent along with the user's, or with the results of calls: after a
        /// call of the model, with those that follow.
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
            ObjectNode entry =
                    entries.addObject().put("role", side.equals("model") ? "model" : "user");
            return entry.putArray("parts");
        }

        JsonNode all() {
            return entries;
        }
    }

    /// Writes server-sent events.
    ///
    /// @param out flushed after each event; the caller closes it
    record EventStream(OutputStream out) {
        /// Writes an event whose data names its type.
        void send(String type, Map<String, ?> values) throws IOException {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("type", type);
            data.putAll(values);
            write("event: %s\ndata: %s\n\n".formatted(type, JSON.writeValueAsString(data)));
        }

        /// Writes an event without a type.
        void data(Object values) throws IOException {
            write("data: %s\n\n".formatted(JSON.writeValueAsString(values)));
        }

        /// Writes what is no event.
        void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
