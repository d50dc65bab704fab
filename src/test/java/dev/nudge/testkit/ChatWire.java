package dev.nudge.testkit;

import com.sun.net.httpserver.Headers;
import dev.nudge.testkit.ModelWire.Entries;
import dev.nudge.testkit.ModelWire.EventStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

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

    /// Returns the texts, and those of other programs and of the queue without what the agent says
    /// of them.
    private static List<String> texts(JsonNode content) {
        return ModelWire.texts(content)
                .map(text -> FROM_PROGRAM.matcher(text).replaceFirst("$1"))
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
            out.write(JSON.writeValueAsString(whole(reply, model)));
            return;
        }
        boolean isCall = false;
        int index = 0;
        for (Map<String, Object> part : reply.parts()) {
            ObjectNode chunk = completion("chat.completion.chunk", model);
            ObjectNode delta = choice(chunk).putObject("delta").put("role", "assistant");
            if (part.get("functionCall") instanceof Map<?, ?> call) {
                isCall = true;
                addCall(delta.putArray("tool_calls").addObject(), call, body, index++);
            } else {
                delta.put("content", ModelWire.text(part));
            }
            out.data(chunk);
        }
        reply.awaitAfter();
        ObjectNode last = withUsage(completion("chat.completion.chunk", model));
        choice(last).put("finish_reason", isCall ? "tool_calls" : "stop").putObject("delta");
        out.data(last);
        out.write("data: [DONE]\n\n");
    }

    /// Only questions of the agent's own are answered in one piece.
    private static ObjectNode whole(ModelReply reply, String model) {
        ObjectNode all = withUsage(completion("chat.completion", model));
        ObjectNode message = choice(all).put("finish_reason", "stop").putObject("message");
        message.put("role", "assistant").put("content", ModelWire.text(reply.parts().getFirst()));
        return all;
    }

    private static ObjectNode completion(String object, String model) {
        ObjectNode completion = JSON.createObjectNode().put("object", object).put("model", model);
        return completion.put("id", "chat-" + System.nanoTime()).put("created", 1);
    }

    private static ObjectNode choice(ObjectNode completion) {
        return completion.putArray("choices").addObject().put("index", 0);
    }

    private static ObjectNode withUsage(ObjectNode completion) {
        ObjectNode usage = completion.putObject("usage");
        usage.put("prompt_tokens", 10).put("completion_tokens", 5).put("total_tokens", 15);
        return completion;
    }

    private static void addCall(ObjectNode to, Map<?, ?> call, JsonNode body, int index) {
        to.put("index", index).put("id", "call_" + System.nanoTime()).put("type", "function");
        to.putObject("function")
                .put("name", ModelWire.nameIn(body, SHORT_TOOL, call.get("name")))
                .put("arguments", JSON.writeValueAsString(call.get("args")));
    }
}
