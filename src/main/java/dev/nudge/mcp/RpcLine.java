package dev.nudge.mcp;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks a line before the SDK sees it, so that a bad one is answered and the session goes on
/// (JSON-RPC 2.0, section 4 and 5.1).
sealed interface RpcLine {
    JsonMapper JSON = JsonMapper.shared();

    /// A well-formed message.
    ///
    /// @param isRequest whether it waits for an answer
    record Message(boolean isRequest) implements RpcLine {}

    /// A line to be answered with this error.
    record Bad(String answer) implements RpcLine {}

    static RpcLine check(String line) {
        JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (JacksonException e) {
            return bad(null, -32700, "This line is not JSON: " + e.getOriginalMessage());
        }
        if (!node.isObject()
                || !node.path("jsonrpc").isString()
                || !"2.0".equals(node.path("jsonrpc").stringValue())) {
            return bad(null, -32600, "Expected a JSON-RPC object with \"jsonrpc\": \"2.0\".");
        }
        JsonNode id = node.path("id");
        if (!id.isMissingNode() && !id.isString() && !id.isIntegralNumber()) {
            return bad(null, -32600, "The id must be a string or a whole number.");
        }
        return checkBody(node, id);
    }

    private static RpcLine checkBody(JsonNode node, JsonNode id) {
        Object answerId = id.isMissingNode() ? null : id;
        JsonNode params = node.path("params");
        if (!params.isMissingNode() && !params.isObject() && !params.isNull()) {
            return bad(answerId, -32602, "The params must be an object.");
        }
        if (node.path("method").isString()) {
            return new Message(!id.isMissingNode());
        }
        boolean isAnswer =
                !id.isMissingNode() && (node.has("result") || node.path("error").isObject());
        return isAnswer
                ? new Message(false)
                : bad(answerId, -32600, "The method is missing or no string.");
    }

    /// Makes the error answer to a message that cannot be taken.
    ///
    /// @param id the message's id, null if it has none that can be used
    static Bad bad(@org.jspecify.annotations.Nullable Object id, int code, String message) {
        Map<String, Object> error = Map.of("code", code, "message", message);
        Map<String, Object> answer = new java.util.LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", id);
        answer.put("error", error);
        return new Bad(JSON.writeValueAsString(answer));
    }
}
