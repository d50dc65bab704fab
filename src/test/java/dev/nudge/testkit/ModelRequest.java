package dev.nudge.testkit;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// One request as the model received it.
///
/// @param method the API method, `streamGenerateContent`, `generateContent`, `countTokens`, …
/// @param body the parsed JSON body
/// @param arrivedAt wall-clock time at which the whole body had been read
public record ModelRequest(String method, JsonNode body, Instant arrivedAt) {

    /// Whether this is a turn of the conversation, not one of the agent's own questions (which
    /// model to take, a title, a token count).
    public boolean isConversation() {
        return method.equals("streamGenerateContent");
    }

    /// Returns the text parts of the last entry of the conversation, joined with a newline; empty
    /// if the last entry carries function responses only.
    public String lastUserText() {
        return lastContent().map(ModelRequest::text).orElse("");
    }

    /// Returns the texts of all entries of the user, oldest first, without the agent's own
    /// description of the workspace.
    public List<String> userTexts() {
        return body.path("contents")
                .valueStream()
                .filter(content -> content.path("role").asString("").equals("user"))
                .map(ModelRequest::text)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /// Returns the function responses in the last entry, each as the API has it (`name`,
    /// `response`).
    public List<JsonNode> functionResponses() {
        return lastContent().stream()
                .flatMap(content -> content.path("parts").valueStream())
                .filter(part -> part.has("functionResponse"))
                .map(part -> part.get("functionResponse"))
                .toList();
    }

    /// Returns the response of this function in the last entry as JSON text, if there is one.
    public Optional<String> functionResponse(String name) {
        return functionResponses().stream()
                .filter(response -> response.path("name").asString("").equals(name))
                .map(response -> response.path("response").toString())
                .findFirst();
    }

    private Optional<JsonNode> lastContent() {
        JsonNode contents = body.path("contents");
        return contents.isEmpty()
                ? Optional.empty()
                : Optional.of(contents.get(contents.size() - 1));
    }

    private static String text(JsonNode content) {
        return content.path("parts")
                .valueStream()
                .filter(part -> part.has("text"))
                .map(part -> part.path("text").asString(""))
                .filter(text -> !text.startsWith("<session_context>"))
                .collect(Collectors.joining("\n"));
    }
}
