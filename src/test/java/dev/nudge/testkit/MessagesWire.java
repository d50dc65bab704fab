package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import dev.nudge.testkit.ModelWire.Entries;
import dev.nudge.testkit.ModelWire.EventStream;
import java.io.IOException;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The Messages API of Anthropic, as Claude Code and Copilot CLI use it.
final class MessagesWire implements ModelWire {
    private static final Pattern OF_HOOK =
            Pattern.compile(
                    "(?ms)^\\w+ hook additional context:.*?(?=\\n\\n\\w+ hook additional"
                            + " context:|\\n\\nToday's date is |\\z)");

    /// How the tools of nudge begin in Copilot CLI.
    private static final String SHORT_TOOL = "nudge-";

    /// Copilot CLI begins a prompt with it.
    private static final Pattern TIME =
            Pattern.compile("^<current_datetime>[^<]*</current_datetime>\\s+");

    /// In Copilot CLI, the words of a hook are appended to the answer of a tool.
    private static final Pattern WITH_ANSWER =
            Pattern.compile("(?s)\\n\\n(Tool \"[^\"]*\" succeeded\\. Additional guidance from .*)");

    @Override
    public JsonNode contents(JsonNode body) {
        Entries entries = new Entries();
        for (JsonNode message : body.path("messages")) {
            String role = message.path("role").asString("");
            JsonNode content = message.path("content");
            if (role.equals("system")) {
                ModelWire.texts(content).flatMap(MessagesWire::added).forEach(entries::context);
            } else if (content.isString()) {
                entries.text(role, content.asString());
            } else {
                content.valueStream().forEach(block -> add(entries, role, block));
            }
        }
        return entries.all();
    }

    /// Returns what hooks have added to a text, which may describe the session around that; or a
    /// notification that comes during a turn.
    private static Stream<String> added(String text) {
        return text.contains("<task-notification>")
                ? Stream.of(text)
                : OF_HOOK.matcher(text).results().map(MatchResult::group);
    }

    private static void add(Entries entries, String role, JsonNode block) {
        switch (block.path("type").asString("")) {
            case "text" -> {
                String text = block.path("text").asString("");
                if (!text.startsWith("<system-reminder>") || text.contains("<task-notification>")) {
                    entries.text(role, TIME.matcher(text).replaceFirst(""));
                }
            }
            case "tool_use" ->
                    entries.call(
                            block.path("id").asString(""),
                            ModelWire.longName(SHORT_TOOL, block.path("name").asString("")));
            case "tool_result" -> {
                JsonNode answer = block.path("content");
                entries.result(block.path("tool_use_id").asString(""), answer);
                Matcher ofHook = WITH_ANSWER.matcher(answer.stringValue(""));
                if (ofHook.find()) {
                    entries.context(ofHook.group(1));
                }
            }
            default -> {}
        }
    }

    @Override
    public boolean isConversation(Headers headers, JsonNode body) {
        return !body.path("tools").isEmpty();
    }

    @Override
    public void send(ModelReply reply, JsonNode body, EventStream out)
            throws IOException, InterruptedException {
        ObjectNode message = JSON.createObjectNode();
        message.put("id", "msg_" + System.nanoTime()).put("type", "message");
        message.put("role", "assistant").put("model", body.path("model").asString("scripted"));
        message.putArray("content");
        message.putObject("usage").put("input_tokens", 10).put("output_tokens", 1);
        out.send("message_start", Map.of("message", message));
        reply.awaitBefore();
        int index = 0;
        boolean isCall = false;
        for (Map<String, Object> part : reply.parts()) {
            isCall |= part.containsKey("functionCall");
            begin(part, body, index, out);
            reply.awaitAfter();
            out.send("content_block_stop", Map.of("index", index++));
        }
        String reason = isCall ? "tool_use" : "end_turn";
        out.send(
                "message_delta",
                Map.of(
                        "delta", Map.of("stop_reason", reason),
                        "usage", Map.of("output_tokens", 5)));
        out.send("message_stop", Map.of());
    }

    private static void begin(Map<String, Object> part, JsonNode body, int index, EventStream out)
            throws IOException {
        if (part.get("functionCall") instanceof Map<?, ?> call) {
            ObjectNode block = JSON.createObjectNode().put("type", "tool_use");
            block.put("id", "toolu_" + System.nanoTime()).putObject("input");
            block.put("name", ModelWire.nameIn(body, SHORT_TOOL, call.get("name")));
            String arguments = JSON.writeValueAsString(call.get("args"));
            start(block, index, Map.of("type", "input_json_delta", "partial_json", arguments), out);
        } else {
            ObjectNode block = JSON.createObjectNode().put("type", "text").put("text", "");
            String text = ModelWire.text(part);
            start(block, index, Map.of("type", "text_delta", "text", text), out);
        }
    }

    private static void start(
            ObjectNode block, int index, Map<String, Object> delta, EventStream out)
            throws IOException {
        out.send("content_block_start", Map.of("index", index, "content_block", block));
        out.send("content_block_delta", Map.of("index", index, "delta", delta));
    }
}
