package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import tools.jackson.databind.JsonNode;

/// The wire format of an agent's model. A [ScriptedModel] thinks in the entries of the Gemini API;
/// other formats are translated into these, and its replies from these.
interface ModelWire {
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

    /// Returns the name by which the model calls a tool of an MCP server.
    static String tool(String server, String tool) {
        return "mcp__%s__%s".formatted(server, tool);
    }
}
