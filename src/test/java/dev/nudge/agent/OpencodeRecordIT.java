package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the plugin of opencode writes down of the conversation, by the events that it gets.
class OpencodeRecordIT {
    private static final Duration LIMIT = Patience.LONG;

    /// A person has submitted a prompt with a notice.
    private static final String PROMPT =
            """
            const record = Record.open()
            const message = (info) =>
                record.happened({ type: "message.updated", properties: { info: { sessionID: "s", ...info } } }, () => false)
            const answer = (how) => message({ id: "m2", role: "assistant", ...how })
            const part = { id: "p1", sessionID: "s", messageID: "m1", type: "text", text: "It ended. [nudge: job 1]" }
            message({ id: "m1", role: "user", time: {} })
            record.happened({ type: "message.part.updated", properties: { part } }, () => false)
            """;

    @TempDir private Path state;

    private List<String> written(String script) {
        Path file = Path.of("src/main/extension/opencode/record.js").toAbsolutePath();
        String program =
                """
                import { readFileSync } from "node:fs"
                import { Record } from "%s"
                %s
                %s
                for (const line of readFileSync(record.path, "utf8").trim().split("\\n")) {
                    const { id, type } = JSON.parse(line)
                    console.log(id, type)
                }
                """
                        .formatted(file, PROMPT, script);
        Map<String, String> environment =
                Map.of("PATH", System.getenv("PATH"), "XDG_STATE_HOME", state.toString());
        return new ShortCommand(LIMIT, environment)
                .run(List.of("node", "--no-warnings", "--input-type=module", "--eval", program))
                .lines()
                .toList();
    }

    @Test
    void answerOfTheModelIsWrittenDownOnceItIsFinished() {
        assertThat(
                        written(
                                """
                                answer({ time: {} })
                                answer({ time: {}, finish: "stop" })
                                answer({ time: { completed: 1 }, finish: "stop" })
                                """))
                .containsExactly("begin info", "p1 user", "m2 assistant");
    }

    /// As when a prompt is submitted while it works.
    @Test
    void answerThatTheModelHadBegunBeforeIsNone() {
        assertThat(
                        written(
                                """
                                message({ id: "m0", role: "assistant", time: { completed: 1 }, finish: "stop" })
                                """))
                .containsExactly("begin info", "p1 user");
    }

    @Test
    void answerThatHasFailedIsNone() {
        assertThat(written("answer({ time: { completed: 1 }, finish: \"error\", error: {} })"))
                .containsExactly("begin info", "p1 user");
    }

    /// Older versions record no error if they end meanwhile.
    @Test
    void answerThatWasInterruptedIsNone() {
        assertThat(written("answer({ time: { completed: 1 } })"))
                .containsExactly("begin info", "p1 user");
    }
}
