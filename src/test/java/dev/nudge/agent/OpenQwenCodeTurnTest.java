package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines are those that Qwen Code 0.24.4 wrote, shortened.
class OpenQwenCodeTurnTest {
    private static final String NUDGE = "[nudge: job 17 has ended, automatic notice]";
    private static final String FIRST = user("u1", "", "Hello");
    private static final String ANSWER = model("a1", "u1", "Done.");
    private static final String TOLD = user("u2", "a1", NUDGE);
    private static final String MESSAGE = line("user", "n2", "a1", "notification", NUDGE);
    private static final String TOOL =
            """
            {"uuid":"t2","parentUuid":"a1","type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"response":{"output":"hi\\n\\n%s"}}}]}}
            """
                    .formatted(NUDGE);
    private static final String SNAPSHOT =
            """
            {"uuid":"s2","parentUuid":"u2","type":"system","subtype":"file_history_snapshot","systemPayload":{"snapshots":[{"promptId":"x########2"}]}}
            """;
    private static final String NEXT = user("u3", "s2", "And now?");

    @TempDir private Path folder;

    private static String line(String type, String id, String parent, String subtype, String text) {
        return """
        {"uuid":"%s","parentUuid":"%s","type":"%s"%s,"message":{"role":"r","parts":[{"text":"%s"}]}}
        """
                .formatted(
                        id,
                        parent,
                        type,
                        subtype.isEmpty() ? "" : ",\"subtype\":\"" + subtype + "\"",
                        text);
    }

    private static String user(String id, String parent, String text) {
        return line("user", id, parent, "", text);
    }

    private static String model(String id, String parent, String text) {
        return line("assistant", id, parent, "", text);
    }

    private static String event(String name) {
        return """
        {"uuid":"e2","parentUuid":"u2","type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"%s"}}}
        """
                .formatted(name);
    }

    private Transcript record(String... lines) throws IOException {
        Path file = folder.resolve("session.jsonl");
        Files.writeString(file, String.join("", lines));
        return Transcript.search(file, List.of(NUDGE)).orElseThrow();
    }

    private boolean isHeld(String... lines) throws IOException {
        return record(lines).holds(NUDGE);
    }

    @Test
    void promptThatWasAnsweredIsHeld() throws IOException {
        assertThat(isHeld(FIRST, ANSWER, TOLD, SNAPSHOT, model("a2", "s2", "Thanks."))).isTrue();
        assertThat(isHeld(FIRST, ANSWER)).isFalse();
    }

    /// Escape has put the prompt back: nothing in the record says so.
    @Test
    void promptThatWasCancelledBeforeAnAnswerIsForgotten() throws IOException {
        assertThat(isHeld(FIRST, ANSWER, TOLD, SNAPSHOT)).isFalse();
        assertThat(isHeld(FIRST, ANSWER, TOLD, SNAPSHOT, NEXT)).isFalse();
        assertThat(isHeld(FIRST, ANSWER, TOLD, SNAPSHOT, NEXT, model("a3", "u3", "Well.")))
                .isFalse();
    }

    @Test
    void promptForWhichTheModelCouldNotBeAskedIsHeld() throws IOException {
        assertThat(isHeld(FIRST, ANSWER, TOLD, event("qwen-code.api_error"))).isTrue();
        assertThat(isHeld(FIRST, ANSWER, TOLD, event("qwen-code.api_error"), NEXT)).isFalse();
        assertThat(
                        isHeld(
                                FIRST,
                                ANSWER,
                                TOLD,
                                event("qwen-code.api_error"),
                                NEXT,
                                model("a3", "u3", "Well.")))
                .isTrue();
        assertThat(isHeld(FIRST, ANSWER, TOLD, event("qwen-code.other"))).isFalse();
    }

    @Test
    void whatHooksPassedOnWithThePromptOrWithTheAnswerOfAToolIsHeld() throws IOException {
        String context =
                line("user", "u2", "a1", "", "Go on.")
                        .replace("}]", "},{\"text\":\"" + NUDGE + "\"}]");

        assertThat(isHeld(FIRST, ANSWER, context, model("a2", "u2", "Thanks."))).isTrue();
        assertThat(isHeld(FIRST, ANSWER, TOOL, model("a2", "t2", "Thanks."))).isTrue();
    }

    /// Escape may have come while another call was running: then the model gets none of the
    /// answers, which the record does not say.
    @Test
    void answerOfAToolAfterWhichTheModelHasSaidNothingIsForgotten() throws IOException {
        assertThat(isHeld(FIRST, ANSWER, TOOL)).isFalse();
        assertThat(isHeld(FIRST, ANSWER, TOOL, NEXT)).isFalse();
        assertThat(isHeld(FIRST, ANSWER, TOOL, event("qwen-code.api_error"), NEXT)).isFalse();
        assertThat(
                        isHeld(
                                FIRST,
                                ANSWER,
                                TOOL,
                                line("user", "m2", "t2", "mid_turn_user_message", "And this"),
                                model("a2", "m2", "Thanks.")))
                .isTrue();
    }

    /// Escape does not take a message of a program out of the conversation, unless it takes back a
    /// prompt that followed it.
    @Test
    void messageOfAProgramIsHeldUnlessAPromptAfterItWasCancelled() throws IOException {
        assertThat(isHeld(FIRST, ANSWER, MESSAGE)).isTrue();
        assertThat(isHeld(FIRST, ANSWER, MESSAGE, NEXT, model("a3", "u3", "Well."))).isTrue();
        assertThat(isHeld(FIRST, ANSWER, MESSAGE, NEXT, user("u4", "u3", "Hm?"))).isFalse();
        assertThat(isHeld(FIRST, NEXT, MESSAGE, model("a2", "n2", "Thanks."))).isTrue();
    }

    @Test
    void whatTheRecordSaysOfItselfIsNotPartOfTheConversation() throws IOException {
        String event =
                event("qwen-code.api_response")
                        .replace("{\"uiEvent", "{\"said\":\"" + NUDGE + "\",\"uiEvent");

        assertThat(isHeld(FIRST, ANSWER, event)).isFalse();
    }

    @Test
    void rewindForgetsWhatCameSince() throws IOException {
        String answered = TOLD + SNAPSHOT + model("a2", "s2", "Thanks.");
        String rewind =
                """
                {"uuid":"r3","parentUuid":%s,"type":"system","subtype":"rewind","systemPayload":{}}
                """;

        assertThat(isHeld(FIRST, ANSWER, answered, rewind.formatted("\"a2\""))).isTrue();
        assertThat(isHeld(FIRST, ANSWER, answered, rewind.formatted("\"a1\""))).isFalse();
        assertThat(isHeld(FIRST, ANSWER, answered, rewind.formatted("null"))).isFalse();
    }

    @Test
    void messageIsAnsweredOnceTheModelHasSaidSomethingAfterIt() throws IOException {
        assertThat(record(FIRST, ANSWER, MESSAGE).answers(NUDGE)).isFalse();
        assertThat(record(FIRST, ANSWER, MESSAGE, model("a2", "n2", "I see.")).answers(NUDGE))
                .isTrue();
    }
}
