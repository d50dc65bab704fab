package dev.nudge.agent;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The last lines of Qwen Code's record of a conversation, until the model has said something after
/// them. If they end with a prompt that the user has cancelled, the model knows none of them; if
/// they end with answers of tools, it perhaps does not know these. The record shows neither (rule
/// R117).
final class UnansweredLines {
    private static final String FAILED = "qwen-code.api_error";
    private static final String WITHIN_TURN = "mid_turn_user_message";

    private final List<String> ids = new ArrayList<>();
    private boolean isOpen;

    /// Takes the next line.
    ///
    /// @return the ids of the lines that this line shows to be cancelled
    List<String> take(String id, JsonNode line) {
        String type = line.path("type").stringValue("");
        return switch (type) {
            case "user" -> user(id, line);
            case "tool_result" -> toolResult(id);
            case "system" -> system(line);
            default -> answer();
        };
    }

    /// Takes the answer of a tool, with which the model gets what the user has typed meanwhile.
    private List<String> toolResult(String id) {
        ids.add(id);
        isOpen = true;
        return List.of();
    }

    /// Takes a prompt, or a message of a program, which stays in the conversation if it is
    /// cancelled alone.
    private List<String> user(String id, JsonNode line) {
        if (line.path("subtype").stringValue("").equals(WITHIN_TURN)) {
            ids.add(id);
            return List.of();
        }
        List<String> cancelled = ids();
        if (isOpen) {
            ids.clear();
        }
        ids.add(id);
        isOpen = !line.has("subtype");
        return cancelled;
    }

    /// Takes a system line. If the model could not be reached, the prompt stays in the
    /// conversation.
    private List<String> system(JsonNode line) {
        String event =
                line.path("systemPayload").path("uiEvent").path("event.name").stringValue("");
        isOpen &= !event.equals(FAILED);
        return List.of();
    }

    private List<String> answer() {
        ids.clear();
        isOpen = false;
        return List.of();
    }

    /// Returns the ids of the lines that the model does not know if the turn is over; none if it
    /// has answered.
    List<String> ids() {
        return isOpen ? List.copyOf(ids) : List.of();
    }
}
