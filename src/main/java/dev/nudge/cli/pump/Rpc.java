package dev.nudge.cli.pump;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.TopLevel;
import dev.nudge.protocol.Wire;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The parts of a JSON-RPC message that the pump looks at.
///
/// @param id the id as JSON text; empty if there is none
/// @param method the method; empty in an answer, and in a line that is not a message (the daemon
///   answers that one)
record Rpc(String id, String method) {
    private static final int INVALID_REQUEST = -32600;
    private static final int INTERNAL_ERROR = -32603;

    static Rpc of(String line) {
        TopLevel message = TopLevel.of(line);
        String id = message.number("id").or(() -> message.string("id").map(Wire::write)).orElse("");
        return new Rpc(id, message.string("method").orElse(""));
    }

    boolean isRequest() {
        return !id.isEmpty() && !method.isEmpty();
    }

    /// Returns the id of the request that a line cancels, as JSON text; empty if it names none.
    static String cancelledId(String line) {
        try {
            return Wire.read(line, JsonNode.class).path("params").path("requestId").toString();
        } catch (JacksonException e) {
            return "";
        }
    }

    /// Returns the id of the request that this answers; empty if this is not an answer.
    String answeredId() {
        return method.isEmpty() ? id : "";
    }

    /// Returns an answer saying that this request has failed.
    String failure(String reason) {
        return error(id, INTERNAL_ERROR, reason);
    }

    /// Returns the answer to a line that was not read since it is too long.
    static String tooLong(LineReader.Read.TooLong line) {
        String id = of(line.outline()).id();
        return error(
                id.isEmpty() ? "null" : id,
                INVALID_REQUEST,
                "This line is over " + line.maxBytes() + " bytes and was skipped.");
    }

    private static String error(String id, int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":%s}}"
                .formatted(id, code, Wire.write(message));
    }
}
