package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import dev.nudge.testkit.ModelWire.Entries;
import dev.nudge.testkit.ModelWire.EventStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The chat completions of OpenAI, as Qwen Code and opencode use them, in a stream or in one piece.
final class ChatWire implements ModelWire {
    private static final Pattern FROM_PROGRAM =
            Pattern.compile("(?s)^<cross_session_message [^>]*>\n(.*)\n</cross_session_message>.*");
    private static final Pattern QUEUED =
            Pattern.compile(
                    "(?s)^<system-reminder>\\s+The user sent the following message:\n(.*?)\n\\s*Please"
                            + " address this message.*</system-reminder>\\s*$");

    /// How the tools of nudge begin in opencode.
    private static final String SHORT_TOOL = "nudge_";

    /// A hook's words are appended to the answer of a tool.
    private static final Pattern OF_HOOK =
            Pattern.compile("(?s)\n\n(Notices of the program nudge .*)");

    private static final Map<String, Object> USAGE =
            Map.of("prompt_tokens", 10, "completion_tokens", 5, "total_tokens", 15);

    @Override
    public JsonNode contents(JsonNode body) {
        Entries entries = new Entries();
        for (JsonNode message : body.path("messages")) {
            add(entries, message);
        }
        return entries.all();
    }

    private static void add(Entries entries, JsonNode message) {
        String role = message.path("role").asString("");
        switch (role) {
            case "user", "assistant" -> {
                texts(message.path("content")).stream()
                        .filter(text -> !text.startsWith("<system-reminder>"))
                        .forEach(text -> entries.text(role, text));
                for (JsonNode call : message.path("tool_calls")) {
                    entries.call(
                            call.path("id").asString(""),
                            ModelWire.longName(
                                    SHORT_TOOL, call.path("function").path("name").asString("")));
                }
            }
            case "tool" -> {
                JsonNode content = message.path("content");
                entries.result(message.path("tool_call_id").asString(""), content);
                texts(content).stream()
                        .map(OF_HOOK::matcher)
                        .filter(Matcher::find)
                        .forEach(context -> entries.context(context.group(1)));
            }
            default -> {}
        }
    }

    /// Returns the name that the agent has for a tool. Qwen Code does not list those that it has
    /// put off.
    private static String nameIn(JsonNode body, String tool) {
        return ModelWire.nameIn(
                body.path("tools")
                        .valueStream()
                        .map(t -> t.path("function").path("name").asString("")),
                SHORT_TOOL,
                tool);
    }

    /// Returns the texts, and those of other programs and of the queue without what the agent says
    /// of them.
    private static List<String> texts(JsonNode content) {
        Stream<String> texts =
                content.isString()
                        ? Stream.of(content.asString())
                        : content.valueStream().map(part -> part.path("text").asString(""));
        return texts.map(text -> FROM_PROGRAM.matcher(text).replaceFirst("$1"))
                .map(text -> QUEUED.matcher(text).replaceFirst("$1"))
                .toList();
    }

    /// The agent asks in the same words as in a turn what the user may want next.
    @Override
    public boolean isConversation(Headers headers, JsonNode body) {
        JsonNode last = body.path("messages").path(body.path("messages").size() - 1);
        return !body.path("tools").isEmpty()
                && texts(last.path("content")).stream()
                        .noneMatch(text -> text.startsWith("[SUGGESTION MODE"));
    }

    @Override
    public boolean isStreamed(JsonNode body) {
        return body.path("stream").asBoolean(false);
    }

    @Override
    public void send(ModelReply reply, JsonNode body, EventStream out)
            throws IOException, InterruptedException {
        String model = body.path("model").asString("scripted");
        reply.awaitBefore();
        if (!isStreamed(body)) {
            reply.awaitAfter();
            out.write(JSON.writeValueAsString(whole(reply, body, model)));
            return;
        }
        boolean isCall = false;
        int index = 0;
        for (Map<String, Object> part : reply.parts()) {
            isCall |= part.containsKey("functionCall");
            out.data(chunk(model, delta(part, body, index++), Map.of()));
        }
        reply.awaitAfter();
        out.data(chunk(model, Map.of(), Map.of("finish_reason", isCall ? "tool_calls" : "stop")));
        out.write("data: [DONE]\n\n");
    }

    private static Map<String, Object> chunk(
            String model, Map<String, Object> delta, Map<String, Object> end) {
        Map<String, Object> choice = new HashMap<>(end);
        choice.put("index", 0);
        choice.put("delta", delta);
        Map<String, Object> chunk = completion("chat.completion.chunk", model, choice);
        if (!end.isEmpty()) {
            chunk.put("usage", USAGE);
        }
        return chunk;
    }

    private static Map<String, Object> completion(
            String object, String model, Map<String, Object> choice) {
        Map<String, Object> completion = new HashMap<>();
        completion.put("id", "chat-" + System.nanoTime());
        completion.put("object", object);
        completion.put("created", 1);
        completion.put("model", model);
        completion.put("choices", List.of(choice));
        return completion;
    }

    private static Map<String, Object> delta(Map<String, Object> part, JsonNode body, int index) {
        return part.get("functionCall") instanceof Map<?, ?> call
                ? Map.of("role", "assistant", "tool_calls", List.of(toolCall(call, body, index)))
                : Map.of("role", "assistant", "content", part.getOrDefault("text", ""));
    }

    private static Map<String, Object> toolCall(Map<?, ?> call, JsonNode body, int index) {
        return Map.of(
                "index",
                index,
                "id",
                "call_" + System.nanoTime(),
                "type",
                "function",
                "function",
                Map.of(
                        "name", nameIn(body, String.valueOf(call.get("name"))),
                        "arguments", JSON.writeValueAsString(call.get("args"))));
    }

    private static Map<String, Object> whole(ModelReply reply, JsonNode body, String model) {
        List<Map<String, Object>> calls = new ArrayList<>();
        for (Map<String, Object> part : reply.parts()) {
            if (part.get("functionCall") instanceof Map<?, ?> call) {
                calls.add(toolCall(call, body, calls.size()));
            }
        }
        Map<String, Object> message = new HashMap<>();
        message.put("role", "assistant");
        message.put(
                "content",
                reply.parts().stream()
                        .map(part -> String.valueOf(part.getOrDefault("text", "")))
                        .collect(Collectors.joining()));
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        String reason = calls.isEmpty() ? "stop" : "tool_calls";
        Map<String, Object> completion =
                completion(
                        "chat.completion",
                        model,
                        Map.of("index", 0, "message", message, "finish_reason", reason));
        completion.put("usage", USAGE);
        return completion;
    }
}
