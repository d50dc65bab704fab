package dev.nudge.agent;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The last lines of an agent's record of a conversation, as long as the model may not know them.
sealed interface OpenTurn {
    /// Takes the next line.
    ///
    /// @return the ids of the lines that this line shows to be cancelled
    List<String> take(String id, JsonNode line);

    /// Returns the ids of lines that are lost if the turn ends now; none if the model has answered.
    List<String> ids();

    /// The lines of the last turn in Claude Code's record, until something follows its prompt: an
    /// answer of the model, or a mark that a person has interrupted it. If the next prompt follows
    /// an earlier line, the turn was cancelled, and the model does not know it (rule R104).
    final class OfClaudeCode implements OpenTurn {
        private static final String INTERRUPTED = "[Request interrupted by user";

        private final List<String> ids = new ArrayList<>();
        private String prompt = "";
        private boolean isOpen;

        @Override
        public List<String> take(String id, JsonNode line) {
            String said = line.path("promptId").stringValue("");
            boolean isPrompt = !said.isEmpty() && !said.equals(prompt);
            boolean isBeside = isPrompt && !ids.contains(line.path("parentUuid").stringValue(""));
            List<String> cancelled = isBeside ? ids() : List.of();
            if (isPrompt) {
                prompt = said;
            }
            isOpen = (isOpen || isPrompt) && !isAnswer(line);
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

        @Override
        public List<String> ids() {
            return List.copyOf(ids);
        }
    }

    /// The last lines of Qwen Code's record, until the model has said something after them. If they
    /// end with a prompt that the user has cancelled, the model knows none of them; if they end
    /// with answers of tools, it perhaps does not know these. The record shows neither (rule R117).
    final class OfQwenCode implements OpenTurn {
        private static final String FAILED = "qwen-code.api_error";
        private static final String WITHIN_TURN = "mid_turn_user_message";

        private final List<String> ids = new ArrayList<>();
        private boolean isOpen;

        @Override
        public List<String> take(String id, JsonNode line) {
            switch (line.path("type").stringValue("")) {
                case "user" -> {
                    return user(id, line);
                }
                // With the answer of a tool, the model gets what the user has typed meanwhile.
                case "tool_result" -> {
                    ids.add(id);
                    isOpen = true;
                }
                // If the model could not be reached, the prompt stays in the conversation.
                case "system" -> {
                    JsonNode event = line.path("systemPayload").path("uiEvent").path("event.name");
                    isOpen &= !event.stringValue("").equals(FAILED);
                }
                default -> {
                    ids.clear();
                    isOpen = false;
                }
            }
            return List.of();
        }

        /// Takes a prompt, or a program's message, which the model keeps if it is cancelled alone.
        private List<String> user(String id, JsonNode line) {
            boolean isWithinTurn = line.path("subtype").stringValue("").equals(WITHIN_TURN);
            List<String> cancelled = isWithinTurn ? List.of() : ids();
            if (!isWithinTurn) {
                if (isOpen) {
                    ids.clear();
                }
                isOpen = !line.has("subtype");
            }
            ids.add(id);
            return cancelled;
        }

        @Override
        public List<String> ids() {
            return isOpen ? List.copyOf(ids) : List.of();
        }
    }
}
