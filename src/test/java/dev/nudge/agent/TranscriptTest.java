package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines are those that Gemini CLI 0.61, Codex 0.169 and Copilot CLI 1.0.102 wrote, shortened.
class TranscriptTest {
    private static final String RECEIPT = "nudge-receipt-17-0123456789abcdef";
    private static final String BEGIN =
            """
            {"sessionId":"7ed7","projectHash":"a1","kind":"main"}
            {"id":"u1","type":"user","content":[{"text":"Wait for job 17."}]}
            {"$set":{"lastUpdated":"2026-11-22T03:55:36.302Z"}}
            {"id":"g1","type":"gemini","content":"","toolCalls":[]}
            """;
    private static final String ANSWER =
            "{\"id\":\"u2\",\"type\":\"user\",\"content\":[{\"functionResponse\":{\"response\":{\"output\":\"[%s]\"}}}]}%n"
                    .formatted(RECEIPT);
    private static final String NEXT =
            "{\"id\":\"u3\",\"type\":\"user\",\"content\":[{\"text\":\"And now?\"}]}\n";

    @TempDir private Path folder;

    private boolean isHeld(String... lines) throws IOException {
        return search(RECEIPT, lines).holds(RECEIPT);
    }

    @Test
    void answerThatWasReceivedIsHeld() throws IOException {
        assertThat(isHeld(BEGIN, ANSWER)).isTrue();
        assertThat(isHeld(BEGIN, ANSWER, NEXT)).isTrue();
        assertThat(isHeld(BEGIN, NEXT)).isFalse();
    }

    /// Escape while the model answers takes the whole turn out of the conversation.
    @Test
    void answerInATurnThatWasCancelledIsForgotten() throws IOException {
        String first = "{\"id\":\"u0\",\"type\":\"user\",\"content\":[{\"text\":\"Hello\"}]}";
        String reset = "{\"$set\":{\"messages\":[" + first + "]}}\n";

        assertThat(isHeld(first + "\n", BEGIN, ANSWER, reset)).isFalse();
        assertThat(isHeld(first + "\n", BEGIN, ANSWER, reset, NEXT)).isFalse();
        assertThat(isHeld(first + "\n", BEGIN, reset, ANSWER)).isTrue();
    }

    @Test
    void conversationThatIsSetWithTheAnswerHoldsIt() throws IOException {
        String reset = "{\"$set\":{\"messages\":[" + ANSWER.strip() + "]}}\n";

        assertThat(isHeld(BEGIN, reset)).isTrue();
    }

    @Test
    void rewindForgetsWhatCameSince() throws IOException {
        assertThat(isHeld(BEGIN, ANSWER, NEXT, "{\"$rewindTo\":\"u3\"}\n")).isTrue();
        assertThat(isHeld(BEGIN, ANSWER, NEXT, "{\"$rewindTo\":\"u2\"}\n")).isFalse();
        assertThat(isHeld(BEGIN, ANSWER, NEXT, "{\"$rewindTo\":\"unknown\"}\n")).isFalse();
    }

    @Test
    void messageThatIsWrittenAnewReplacesTheOldOne() throws IOException {
        assertThat(isHeld(BEGIN, ANSWER, ANSWER.replace(RECEIPT, "masked"))).isFalse();
    }

    /// The disk was full when a line was written.
    @Test
    void damagedLineSaysNothing() throws IOException {
        assertThat(isHeld(BEGIN, "{\"id\":\"u9\",\"ty\n", ANSWER)).isTrue();
        assertThat(isHeld(BEGIN, ANSWER, "rubbish\n")).isTrue();
        assertThat(isHeld(BEGIN, "rubbish\n")).isFalse();
    }

    @Test
    void nothingIsKnownOfARecordThatCannotBeReadOrIsOfAnotherFormat() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "{\"said\":\"Hello\"}\n");
        for (Path file : List.of(folder, folder.resolve("missing"), other)) {
            assertThat(Transcript.search(file, List.of(RECEIPT))).isEmpty();
        }
    }

    /// The model was told it, and knows the summary.
    @Test
    void summaryHoldsWhatItHasReplaced() throws IOException {
        String summary =
                "{\"$set\":{\"messages\":[{\"id\":\"s1\",\"type\":\"user\",\"content\":\"So far …\"}]}}\n";

        assertThat(isHeld(BEGIN, ANSWER, summary, NEXT)).isTrue();
        assertThat(isHeld(BEGIN, summary, NEXT)).isFalse();
    }

    private Transcript search(String text, String... lines) throws IOException {
        Path file = folder.resolve("session.jsonl");
        Files.writeString(file, String.join("", lines));
        return Transcript.search(file, List.of(text, "something else")).orElseThrow();
    }

    /// An agent that ends in between has not asked its model, or has not heard what it said.
    @Test
    void messageIsAnsweredOnceTheModelHasSaidSomethingAfterIt() throws IOException {
        String said = "{\"id\":\"g2\",\"type\":\"gemini\",\"content\":\"Nothing new.\"}\n";

        assertThat(search("And now?", BEGIN, NEXT).holds("And now?")).isTrue();
        assertThat(search("And now?", BEGIN, NEXT).answers("And now?")).isFalse();
        assertThat(search("And now?", BEGIN, NEXT, said).answers("And now?")).isTrue();
        assertThat(search("And now?", BEGIN, said).answers("And now?")).isFalse();
    }

    /// Gemini CLI escapes what a hook passes on, and puts it in tags of its own.
    @Test
    void whatAHookPassedOnIsHeldThoughItIsEscaped() throws IOException {
        String passed =
                """
                {"id":"u4","type":"user","content":[{"text":"Go on."},{"text":"<hook_context>Job 7: \"a &lt; b\"\\n[nudge: job 7]</hook_context>"}]}
                """
                        .replace("Job 7: \"a &lt; b\"", "Job 7: \\\"a &lt; b\\\"");

        assertThat(search("Job 7: \"a < b\"", BEGIN, passed).holds("Job 7: \"a < b\"")).isTrue();
    }

    private static String codex(String type, String payload) {
        return "{\"timestamp\":\"2026-11-23T07:18:47.874Z\",\"ordinal\":7,\"type\":\"%s\",\"payload\":%s}%n"
                .formatted(type, payload);
    }

    private static String item(String role, String text) {
        return codex(
                "response_item",
                "{\"type\":\"message\",\"role\":\"%s\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}"
                        .formatted(role, text));
    }

    private boolean isAnswered(String... lines) throws IOException {
        return search(RECEIPT, lines).answers(RECEIPT);
    }

    /// Claude Code escapes `&` too, so that an escape in the output is escaped once more.
    @Test
    void whatAMonitorPrintedIsHeldThoughItsEscapesAreEscaped() throws IOException {
        String said = "Output: [&lt;b&gt; &amp; </event> &amp;amp; &] [nudge: job 7]";
        String escaped = said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        String event =
                "{\"uuid\":\"u1\",\"type\":\"user\",\"message\":{\"content\":\"<event>%s</event>\"}}%n"
                        .formatted(escaped);

        assertThat(search(said, event).holds(said)).isTrue();
        assertThat(search("<b> </event>", event).holds("<b> </event>")).isFalse();
    }

    @Test
    void escapesOfEscapesWithoutEndAreRead() throws IOException {
        String line =
                "{\"uuid\":\"u1\",\"type\":\"user\",\"message\":{\"content\":\"&%slt;b\"}}%n"
                        .formatted("amp;".repeat(100_000));

        assertThat(search("<b", line).holds("<b")).isTrue();
    }

    /// It was the prompt's hook that Escape ended.
    @Test
    void inTheRecordOfCodexOnlyItsItemsCount() throws IOException {
        String begin = codex("session_meta", "{\"id\":\"s1\"}") + item("user", "Hello");
        String shown = codex("event_msg", "{\"type\":\"shown\",\"text\":\"" + RECEIPT + "\"}");
        String aborted = item("user", "<turn_aborted>");

        assertThat(isHeld(begin, shown, aborted)).isFalse();
        assertThat(isHeld(begin, item("user", RECEIPT), aborted)).isTrue();
        assertThat(isHeld(begin, item("developer", RECEIPT), aborted)).isTrue();
    }

    @Test
    void messagesAndCallsOfTheModelInCodexAreAnswers() throws IOException {
        String told = item("developer", RECEIPT);
        String call = codex("response_item", "{\"type\":\"function_call\",\"name\":\"f\"}");
        String result =
                codex("response_item", "{\"type\":\"function_call_output\",\"output\":\"1\"}");

        assertThat(isAnswered(told, item("user", "<turn_aborted>"), result)).isFalse();
        assertThat(isAnswered(told, item("assistant", "I see."))).isTrue();
        assertThat(isAnswered(told, call)).isTrue();
        assertThat(isAnswered(call, told)).isFalse();
    }

    private static String event(String type, String data) {
        return "{\"type\":\"%s\",\"data\":{%s},\"id\":\"%s\",\"parentId\":null}%n"
                .formatted(type, data, type + data.hashCode());
    }

    /// A hook is run before the prompt is part of the conversation, and Escape may come in between.
    @Test
    void inTheRecordOfCopilotCliOnlyWhatTheModelKnowsCounts() throws IOException {
        String begin = event("session.start", "\"sessionId\":\"s1\"");
        String hook = event("hook.start", "\"input\":{\"prompt\":\"" + RECEIPT + "\"}");
        String prompt = event("user.message", "\"content\":\"" + RECEIPT + "\"");
        String added = event("user.message", "\"transformedContent\":\"" + RECEIPT + "\"");
        String answer =
                event("tool.execution_complete", "\"result\":{\"content\":\"" + RECEIPT + "\"}");

        assertThat(isHeld(begin, hook)).isFalse();
        assertThat(isHeld(begin, hook, prompt)).isTrue();
        assertThat(isHeld(begin, added)).isTrue();
        assertThat(isHeld(begin, answer)).isTrue();
        assertThat(isAnswered(prompt, event("assistant.turn_start", ""))).isFalse();
        assertThat(isAnswered(prompt, event("assistant.message", "\"content\":\"Yes\""))).isTrue();
        assertThat(isAnswered(event("assistant.message", "\"content\":\"Hi\""), prompt)).isFalse();
    }
}
