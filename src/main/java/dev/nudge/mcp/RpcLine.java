package dev.nudge.mcp;

import dev.nudge.app.Type;
import dev.nudge.protocol.Wire.ShownBytes;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.util.Collection;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// Checks a line before the SDK sees it, so that a bad one is answered and the session continues
/// (JSON-RPC 2.0, sections 4 and 5.1).
sealed interface RpcLine {
    JsonMapper JSON = ShownBytes.mapper().build();

    /// The number of characters of a bad line that are shown.
    int SHOWN = 100;

    JsonNode NO_ID = MissingNode.getInstance();

    /// The name of the agent's thread in the `_meta` of a call, as Codex has it.
    String THREAD = "threadId";

    /// A well-formed message that needs no answer.
    record Message() implements RpcLine {}

    /// A request: its id is in JSON, its params are an object or nothing.
    record Request(String id, String method, JsonNode params) implements RpcLine {
        String thread() {
            return params.path("_meta").path(THREAD).asString("");
        }

        Bad failed(JSONRPCError error) {
            return bad(JSON.readTree(id), error);
        }
    }

    /// A notice that nobody waits for the answer to the request with this id, which is in JSON.
    record Cancelled(String id) implements RpcLine {}

    /// A notice of `nudge mcp` that the agent has closed its end: no other line follows.
    record SaidAll() implements RpcLine {}

    /// A line to answer with this error.
    record Bad(String answer) implements RpcLine {}

    /// Checks a line. Only these tools can be called.
    static RpcLine check(String line, Collection<String> tools) {
        JsonNode node;
        try {
            node = JSON.readTree(line);
        } catch (JacksonException e) {
            return bad(NO_ID, ErrorCodes.PARSE_ERROR, notJson(line, e));
        }
        if (!node.isObject() || !node.path("jsonrpc").stringValue("").equals("2.0")) {
            return bad(
                    NO_ID,
                    ErrorCodes.INVALID_REQUEST,
                    "Expected a JSON-RPC object with \"jsonrpc\": \"2.0\".");
        }
        JsonNode id = node.path("id");
        if (!id.isMissingNode() && !isUsable(id)) {
            return bad(
                    NO_ID,
                    ErrorCodes.INVALID_REQUEST,
                    "The id must be a string or a whole number.");
        }
        return checkBody(node, id, tools);
    }

    private static boolean isUsable(JsonNode id) {
        return id.isString() || id.isIntegralNumber();
    }

    private static String notJson(String line, JacksonException e) {
        int column = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getColumnNr());
        String start = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
        return "This line is not JSON, from character %d on: %s".formatted(column, start);
    }

    private static RpcLine checkBody(JsonNode node, JsonNode id, Collection<String> tools) {
        JsonNode params = node.path("params");
        if (!params.isMissingNode() && !params.isObject() && !params.isNull()) {
            return bad(id, ErrorCodes.INVALID_PARAMS, "The params must be an object.");
        }
        if (node.path("method").isString()) {
            String method = node.path("method").stringValue();
            String complaint = method.equals("tools/call") ? complaint(params, tools) : "";
            return complaint.isEmpty()
                    ? message(method, params, id)
                    : bad(id, ErrorCodes.INVALID_PARAMS, complaint);
        }
        boolean isAnswer =
                !id.isMissingNode() && (node.has("result") || node.path("error").isObject());
        return isAnswer
                ? new Message()
                : bad(id, ErrorCodes.INVALID_REQUEST, "The method is missing or not a string.");
    }

    /// Returns what is wrong with the params of `tools/call`, before the SDK reads them, which
    /// would report errors in the words of its libraries; empty if nothing is.
    private static String complaint(JsonNode params, Collection<String> tools) {
        JsonNode name = params.path("name");
        if (!name.isString()) {
            return unexpected("name", name, "the name of a tool");
        }
        if (!tools.contains(name.stringValue())) {
            return "There is no tool \"%s\". Tools: %s."
                    .formatted(name.stringValue(), String.join(", ", tools));
        }
        if (!isObjectOrMissing(params.path("arguments"))) {
            return unexpected("arguments", params.path("arguments"), "an object, {} for none");
        }
        return isObjectOrMissing(params.path("_meta"))
                ? ""
                : unexpected("_meta", params.path("_meta"), "an object");
    }

    private static boolean isObjectOrMissing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isObject();
    }

    private static String unexpected(String name, JsonNode value, String expected) {
        String what =
                switch (value.getNodeType()) {
                    case MISSING -> "missing";
                    case STRING -> "\"" + value.stringValue() + "\"";
                    case ARRAY -> "a list";
                    case OBJECT -> "an object";
                    default -> value.toString();
                };
        return "%s is %s; expected %s.".formatted(name, what, expected);
    }

    private static RpcLine message(String method, JsonNode params, JsonNode id) {
        if (!id.isMissingNode()) {
            return new Request(id.toString(), method, params);
        }
        if (method.equals("notifications/nudge/said_all")) {
            return new SaidAll();
        }
        return method.equals("notifications/cancelled") && params.has("requestId")
                ? new Cancelled(params.path("requestId").toString())
                : new Message();
    }

    private static Bad bad(JsonNode id, int code, String message) {
        return bad(id, new JSONRPCError(code, message));
    }

    /// @param id the message's id, [#NO_ID] if it has no usable one
    static Bad bad(JsonNode id, JSONRPCError error) {
        return new Bad(
                JSON.writeValueAsString(Type.object("jsonrpc", "2.0", "id", id, "error", error)));
    }
}
