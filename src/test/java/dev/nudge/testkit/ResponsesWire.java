package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import dev.nudge.testkit.ModelWire.Entries;
import dev.nudge.testkit.ModelWire.EventStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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
            ObjectNode item = item(part, id + "_" + number++);
            out.send("response.output_item.added", Map.of("item", begun(item)));
            if (part.get("text") instanceof String text) {
                out.send("response.output_text.delta", Map.of("delta", text));
            }
            reply.awaitAfter();
            out.send("response.output_item.done", Map.of("item", item));
        }
        out.send("response.completed", Map.of("response", Map.of("id", id, "usage", usage())));
    }

    private static ObjectNode item(Map<String, Object> part, String id) {
        ObjectNode item = JSON.createObjectNode();
        if (part.get("functionCall") instanceof Map<?, ?> call) {
            String name = String.valueOf(call.get("name"));
            int split = name.lastIndexOf("__");
            if (split > 0) {
                item.put("namespace", name.substring(0, split));
            }
            return item.put("type", "function_call")
                    .put("id", "fc_" + id)
                    .put("call_id", "call_" + id)
                    .put("name", split > 0 ? name.substring(split + 2) : name)
                    .put("arguments", JSON.writeValueAsString(call.get("args")));
        }
        item.put("type", "message").put("role", "assistant").put("id", "msg_" + id);
        ObjectNode text = item.putArray("content").addObject().put("type", "output_text");
        text.put("text", ModelWire.text(part));
        return item;
    }

    private static ObjectNode begun(ObjectNode item) {
        ObjectNode begun = item.deepCopy();
        if (begun.has("content")) {
            begun.putArray("content");
        }
        return begun;
    }

    private static Map<String, Object> usage() {
        return Map.of("input_tokens", 10, "output_tokens", 5, "total_tokens", 15);
    }
}
