package dev.nudge.soak;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The calls of one pane's agents that have no answer yet. Thread-safe.
final class OpenCalls {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final JsonNode GONE = JSON.readTree("{\"gone\":true}");

    private final AtomicInteger ids = new AtomicInteger(100);
    private final ConcurrentMap<Integer, CompletableFuture<JsonNode>> calls =
            new ConcurrentHashMap<>();

    /// A call.
    ///
    /// @param line what the MCP server is sent
    record Call(int id, String line, CompletableFuture<JsonNode> answer) {}

    /// Takes down a call of a tool.
    Call begin(String tool, Map<String, Object> arguments) {
        int id = ids.incrementAndGet();
        String params = JSON.writeValueAsString(Map.of("name", tool, "arguments", arguments));
        String line =
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":%s}"
                        .formatted(id, params);
        Call call = new Call(id, line, new CompletableFuture<>());
        calls.put(id, call.answer());
        return call;
    }

    /// Answers the call that this line answers, if it is open.
    void answered(String line) {
        JsonNode answer = JSON.readTree(line);
        CompletableFuture<JsonNode> call = calls.remove(answer.path("id").asInt(0));
        if (call != null) {
            call.complete(answer);
        }
    }

    /// Answers all of them with `{"gone":true}`.
    void gone() {
        for (Integer id : List.copyOf(calls.keySet())) {
            CompletableFuture<JsonNode> call = calls.remove(id);
            if (call != null) {
                call.complete(GONE);
            }
        }
    }
}
