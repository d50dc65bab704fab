package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines are those that Claude Code 2.1.330 wrote, shortened.
class OpenTurnTest {
    private static final String NUDGE = "[nudge: job 17 has ended, automatic notice]";
    private static final String FIRST = prompt("u1", "", "p1", "Hello");
    private static final String ANSWER = model("a1", "u1", "Done.");
    private static final String TOLD = prompt("u2", "a1", "p2", NUDGE);
    private static final String HOOK =
            """
            {"parentUuid":"u2","attachment":{"type":"hook_additional_context","content":["context"]},"type":"attachment","uuid":"h2"}
            """;

    @TempDir private Path folder;

    private static String prompt(String id, String parent, String turn, String text) {
        return """
        {"parentUuid":"%s","isSidechain":false,"promptId":"%s","type":"user","message":{"role":"user","content":"%s"},"uuid":"%s"}
        """
                .formatted(parent, turn, text, id);
    }

    private static String model(String id, String parent, String text) {
        return """
        {"parentUuid":"%s","message":{"role":"assistant","content":[{"type":"text","text":"%s"}]},"type":"assistant","uuid":"%s"}
        """
                .formatted(parent, text, id);
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
        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, model("a2", "h2", "Thanks."))).isTrue();
        assertThat(isHeld(FIRST, ANSWER)).isFalse();
    }

    /// Escape has put the prompt back: nothing of it is taken back in the record.
    @Test
    void promptThatWasCancelledBeforeAnAnswerIsForgotten() throws IOException {
        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK)).isFalse();

        String next = prompt("u3", "a1", "p3", "And now?");
        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, next)).isFalse();
        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, next, model("a3", "u3", "Well."))).isFalse();
    }

    @Test
    void promptThatWasInterruptedLaterIsHeld() throws IOException {
        String interrupted =
                """
                {"parentUuid":"h2","promptId":"p2","type":"user","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]},"uuid":"i2"}
                """;

        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, interrupted)).isTrue();
        assertThat(
                        isHeld(
                                FIRST,
                                ANSWER,
                                TOLD,
                                HOOK,
                                interrupted,
                                prompt("u3", "i2", "p3", "And now?")))
                .isTrue();
    }

    /// Both had been queued.
    @Test
    void promptsThatAreAnsweredTogetherAreHeld() throws IOException {
        String second = prompt("u3", "h2", "p3", "And this?");

        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, second, model("a3", "u3", "Yes."))).isTrue();
        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, second)).isFalse();
    }

    @Test
    void answerOfAToolIsHeldAlsoIfNothingFollows() throws IOException {
        String result =
                """
                {"parentUuid":"a1","promptId":"p1","type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"%s"}]},"uuid":"r1"}
                """
                        .formatted(NUDGE);

        assertThat(isHeld(FIRST, ANSWER, result)).isTrue();
        assertThat(record(FIRST, ANSWER, result).answers(NUDGE)).isFalse();
        assertThat(record(FIRST, ANSWER, result, model("a2", "r1", "Ok.")).answers(NUDGE)).isTrue();
    }

    @Test
    void promptForWhichTheModelCouldNotBeAskedIsHeldButNotAnswered() throws IOException {
        String failed =
                model("a2", "u2", "API Error").replaceFirst("}$", ",\"isApiErrorMessage\":true}");

        assertThat(isHeld(FIRST, ANSWER, TOLD, failed)).isTrue();
        assertThat(record(FIRST, ANSWER, TOLD, failed).answers(NUDGE)).isFalse();
    }

    /// Of several calls at once, the answers do not follow one another.
    @Test
    void contextBesideTheLastLineIsHeld() throws IOException {
        String context =
                """
                {"parentUuid":"a1","attachment":{"type":"hook_additional_context","content":["%s"]},"type":"attachment","uuid":"h1"}
                """
                        .formatted(NUDGE);

        assertThat(isHeld(FIRST, ANSWER, context, model("a2", "a1", "Ok."))).isTrue();
    }

    /// A copy of what is sent to the model, for the program itself.
    @Test
    void lineWithoutAnIdSaysNothing() throws IOException {
        String copy =
                """
                {"type":"api-request-blob","message":{"role":"user","content":"%s"}}
                """
                        .formatted(NUDGE);

        assertThat(isHeld(FIRST, ANSWER, TOLD, HOOK, copy)).isFalse();
    }
}
