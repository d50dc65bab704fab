package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import dev.nudge.testkit.ModelWire.Entries;
import dev.nudge.testkit.ModelWire.EventStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The Responses API of OpenAI, as Codex uses it. Tools of MCP servers have a namespace:
/// `mcp__nudge__run_long_command` is `run_long_command` in `mcp__nudge`.
final class ResponsesWire implements ModelWire {

    @Override
    public JsonNode contents(JsonNode body) {
        Entries entries = new Entries();
        body.path("input").valueStream().forEach(item -> add(entries, item));
        return entries.all();
    }

    private static void add(Entries entries, JsonNode item) {
        switch (item.path("type").asString("message")) {
            case "message" ->
                    item.path("content")
                            .valueStream()
                            .map(part -> part.path("text").asString(""))
                            .filter(text -> !text.startsWith("<"))
                            .forEach(text -> add(entries, item.path("role").asString(""), text));
            case "function_call" ->
                    entries.call(
                            item.path("call_id").asString(""),
                            item.path("namespace").asString("")
                                    + (item.has("namespace") ? "__" : "")
                                    + item.path("name").asString(""));
            case "function_call_output" ->
                    entries.result(item.path("call_id").asString(""), item.path("output"));
            default -> {}
        }
    }

    /// Adds a text; one of a hook if it is the developer's, who says something first only
    /// otherwise.
    private static void add(Entries entries, String role, String text) {
        boolean isOfHook = role.equals("developer") && !entries.all().isEmpty();
        if (isOfHook) {
            entries.context(text);
        } else {
            entries.text(role, text);
        }
    }

    @Override
    public boolean isConversation(Headers headers, JsonNode body) {
        String turn = Optional.ofNullable(headers.getFirst("x-codex-turn-metadata")).orElse("{}");
        return JSON.readTree(turn).path("thread_source").asString("user").equals("user");
    }

    @Override
    public void send(ModelReply reply, JsonNode body, EventStream out)
            throws IOException, InterruptedException {
        String id = "r" + System.nanoTime();
        out.send("response.created", Map.of("response", Map.of("id", id)));
        reply.awaitBefore();
        int number = 0;
        for (Map<String, Object> part : reply.parts()) {
            Map<String, Object> item = item(part, id + "_" + number++);
            out.send("response.output_item.added", Map.of("item", begun(item)));
            if (part.get("text") instanceof String text) {
                out.send("response.output_text.delta", Map.of("delta", text));
            }
            reply.awaitAfter();
            out.send("response.output_item.done", Map.of("item", item));
        }
        out.send("response.completed", Map.of("response", Map.of("id", id, "usage", usage())));
    }

    private static Map<String, Object> item(Map<String, Object> part, String id) {
        if (part.get("functionCall") instanceof Map<?, ?> call) {
            String name = String.valueOf(call.get("name"));
            int split = Math.max(0, name.lastIndexOf("__"));
            Map<String, Object> item =
                    Map.of(
                            "type",
                            "function_call",
                            "id",
                            "fc_" + id,
                            "call_id",
                            "call_" + id,
                            "name",
                            split == 0 ? name : name.substring(split + 2),
                            "arguments",
                            JSON.writeValueAsString(call.get("args")));
            return split == 0 ? item : with(item, "namespace", name.substring(0, split));
        }
        Map<String, Object> text =
                Map.of("type", "output_text", "text", part.getOrDefault("text", ""));
        return Map.of(
                "type",
                "message",
                "role",
                "assistant",
                "id",
                "msg_" + id,
                "content",
                List.of(text));
    }

    private static Map<String, Object> begun(Map<String, Object> item) {
        return item.containsKey("content") ? with(item, "content", List.of()) : item;
    }

    private static Map<String, Object> with(Map<String, Object> item, String key, Object value) {
        Map<String, Object> more = new java.util.HashMap<>(item);
        more.put(key, value);
        return more;
    }

    private static Map<String, Object> usage() {
        return Map.of("input_tokens", 10, "output_tokens", 5, "total_tokens", 15);
    }
}
