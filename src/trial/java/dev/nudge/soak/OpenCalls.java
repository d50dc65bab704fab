package dev.nudge.soak;

import java.time.Instant;
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
    private final ConcurrentMap<Integer, Call> calls = new ConcurrentHashMap<>();

    /// A call.
    ///
    /// @param line what the MCP server is sent
    /// @param begun when the agent passed it on, of a call in a turn; never if it has gone before
    record Call(
            int id,
            String line,
            CompletableFuture<Instant> begun,
            CompletableFuture<JsonNode> answer) {
        boolean isOpen() {
            return !answer.isDone();
        }
    }

    /// Takes down a call of a tool.
    Call begin(String tool, Map<String, Object> arguments) {
        int id = ids.incrementAndGet();
        String params = JSON.writeValueAsString(Map.of("name", tool, "arguments", arguments));
        String line =
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":%s}"
                        .formatted(id, params);
        Call call = new Call(id, line, new CompletableFuture<>(), new CompletableFuture<>());
        calls.put(id, call);
        return call;
    }

    /// Takes what the agent says of a call, if it is open: that it begins, or its answer.
    void heard(String line) {
        JsonNode said = JSON.readTree(line);
        int id = said.path("id").asInt(0);
        Call call = calls.get(id);
        if (call != null && said.path("begun").asBoolean(false)) {
            call.begun().complete(Instant.now());
        } else if (call != null) {
            calls.remove(id);
            call.answer().complete(said);
        }
    }

    /// Answers all of them with `{"gone":true}`.
    void gone() {
        for (Integer id : List.copyOf(calls.keySet())) {
            Call call = calls.remove(id);
            if (call != null) {
                call.answer().complete(GONE);
            }
        }
    }
}
