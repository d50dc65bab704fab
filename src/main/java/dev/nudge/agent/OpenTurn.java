package dev.nudge.agent;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The lines of the last turn in Claude Code's record of a conversation, until something follows
/// its prompt: an answer of the model, or a mark that a person has interrupted it. If the next
/// prompt follows an earlier line, the turn was cancelled, and the model does not know it (rule
/// R104).
final class OpenTurn {
    private static final String INTERRUPTED = "[Request interrupted by user";

    private final List<String> ids = new ArrayList<>();
    private String prompt = "";
    private boolean isOpen;

    /// Takes the next line.
    ///
    /// @return the ids of the lines that this line shows to be cancelled
    List<String> take(String id, JsonNode line) {
        String said = line.path("promptId").stringValue("");
        boolean isPrompt = !said.isEmpty() && !said.equals(prompt);
        boolean isBeside = isPrompt && !ids.contains(line.path("parentUuid").stringValue(""));
        List<String> cancelled = isBeside ? ids() : List.of();
        if (isPrompt) {
            prompt = said;
            isOpen = true;
        }
        if (isAnswer(line)) {
            isOpen = false;
        }
        if (isBeside || !isOpen) {
            ids.clear();
        }
        if (isOpen) {
            ids.add(id);
        }
        return cancelled;
    }

    private static boolean isAnswer(JsonNode line) {
        JsonNode content = line.path("message").path("content");
        return line.path("type").stringValue("").equals("assistant")
                || content.path(0).path("text").stringValue("").startsWith(INTERRUPTED);
    }

    /// Returns the ids of the lines of the open turn; none once something has followed the prompt.
    List<String> ids() {
        return List.copyOf(ids);
    }
}
