package dev.nudge.mcp;

import dev.nudge.app.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A task of the extension `io.modelcontextprotocol/tasks`, as its client sees it now.
///
/// @param id known to nobody but its client
/// @param message what it does, for people; may be empty
/// @param updatedAt when something about it has changed last, as far as is known
/// @param result once it is completed
/// @param input what it asks a person for, if that is required
public record TaskView(
        String id,
        Status status,
        String message,
        Instant createdAt,
        Instant updatedAt,
        Optional<ToolReply> result,
        Optional<Input> input) {
    /// How long a client is to wait after an answer before it asks again. Claude Code waits up to a
    /// quarter of a second longer.
    static final int POLL_INTERVAL_MS = 250;

    /// How long an answer is held back if it would say nothing new, or only what is for people,
    /// such as the last line of output. Most ends come meanwhile and are known at once; a running
    /// task is asked for less than once in two seconds. Clients wait a minute for an answer.
    static final Duration HOLD = Duration.ofSeconds(2);

    /// How far a task has come. Nothing of nudge's fails in the sense of the protocol.
    public enum Status {
        WORKING,
        INPUT_REQUIRED,
        COMPLETED,
        CANCELLED;

        public boolean isOver() {
            return this == COMPLETED || this == CANCELLED;
        }
    }

    /// A question that the client shows to a person in a form. Its key is unlike that of every
    /// other question of the task.
    public record Input(String key, String message) {
        /// The name of the form's only field.
        public static final String ANSWER = "answer";

        private Map<String, Object> request() {
            Map<String, Object> fields =
                    Map.of(ANSWER, Map.of("type", "string", "title", "Answer"));
            Map<String, Object> schema =
                    Type.object(
                            "type", "object", "properties", fields, "required", List.of(ANSWER));
            Map<String, Object> params =
                    Type.object("mode", "form", "message", message, "requestedSchema", schema);
            return Map.of("method", "elicitation/create", "params", params);
        }
    }

    /// Returns it in protocol form, into which `form` puts the result.
    Map<String, Object> values(Function<ToolReply, Object> form) {
        Map<String, Object> values =
                Type.object("taskId", id, "status", status.name().toLowerCase(Locale.ROOT));
        if (!message.isEmpty()) {
            values.put("statusMessage", message);
        }
        values.put("createdAt", createdAt.toString());
        values.put("lastUpdatedAt", updatedAt.toString());
        values.put("ttlMs", null);
        values.put("pollIntervalMs", POLL_INTERVAL_MS);
        result.ifPresent(reply -> values.put("result", form.apply(reply)));
        input.ifPresent(asked -> values.put("inputRequests", Map.of(asked.key(), asked.request())));
        return values;
    }
}
