package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The parts of nudge's plugin of opencode: which session gets a message, in an order of events
/// that the real one has only now and then; what it records, and where it listens.
class OpencodePluginIT {
    private static final Path SESSIONS = Path.of("src/test/resources/agents/opencode-sessions.txt");

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

    @TempDir private Path folder;

    /// Runs a script with a part of the plugin, and returns the lines that it prints.
    private static String run(Map<String, String> variables, String part, String script) {
        Path file = Path.of("src/main/extension/opencode", part).toAbsolutePath();
        String program = script.formatted(file);
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("PATH", System.getenv("PATH"));
        return new ShortCommand(Patience.LONG, environment)
                .run(List.of("node", "--no-warnings", "--input-type=module", "--eval", program))
                .strip()
                .replace("\n", ", ");
    }

    /// Returns the cases of `opencode-sessions.txt`: what is promised, the script, and what it
    /// says.
    static List<Arguments> sessions() throws IOException {
        String[] parts =
                Files.readString(SESSIONS).replaceAll("(?m)^# .*\n", "").split("\n== ", -1);
        return Stream.of(parts)
                .skip(1)
                .map(part -> part.split(": |\n", 3))
                .map(part -> Arguments.of(part[0], parts[0] + part[2], part[1]))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sessions")
    void messageComesIntoTheSessionThatIsItsPersons(String promise, String script, String said) {
        String program = "import { Session } from \"%s\"\n" + script;
        assertThat(run(Map.of(), "session.js", program)).as(promise).isEqualTo(said);
    }

    private void assertWritten(String script, String written) {
        String program =
                """
                import { readFileSync } from "node:fs"
                import { Record } from "%s"
                """
                        + PROMPT
                        + script
                        + """

                        for (const line of readFileSync(record.path, "utf8").trim().split("\\n")) {
                            const { id, type } = JSON.parse(line)
                            console.log(id, type)
                        }
                        """;

        assertThat(run(Map.of("XDG_STATE_HOME", folder.toString()), "record.js", program))
                .isEqualTo(written);
    }

    /// Neither is one that has failed or was interrupted (older versions record no error if they
    /// end meanwhile), nor one that had begun before, as when a prompt is submitted while it works.
    @Test
    void answerOfTheModelIsWrittenDownOnceItIsFinished() {
        String others =
                """
                answer({ time: { completed: 1 }, finish: "error", error: {} })
                answer({ time: { completed: 1 } })
                message({ id: "m0", role: "assistant", time: { completed: 1 }, finish: "stop" })
                answer({ time: {} })
                answer({ time: {}, finish: "stop" })
                """;
        assertWritten(others, "begin info, p1 user");
        assertWritten(
                others + "answer({ time: { completed: 1 }, finish: \"stop\" })",
                "begin info, p1 user, m2 assistant");
    }

    /// Returns where it listens, with this runtime directory of the user's.
    private String socket(Path runtime) {
        return run(
                Map.of("TMPDIR", folder.toString(), "XDG_RUNTIME_DIR", runtime.toString()),
                "inbox.js",
                """
                import { existsSync } from "node:fs"
                import { Inbox } from "%s"
                const inbox = Inbox.open(async () => "busy")
                const socket = inbox.variables().NUDGE_OPENCODE_SOCKET
                await new Promise((resolve) => setTimeout(resolve, 100))
                console.log(existsSync(socket) ? socket : "nothing")
                inbox.close()
                """);
    }

    @Test
    void socketIsInTheRuntimeDirectoryIfThatIsThereAndItsPathIsShort() throws IOException {
        Path runtime = Files.createDirectory(folder.resolve("run"));
        Path tooLong = Files.createDirectory(folder.resolve("a-long-name".repeat(10)));
        // As after the last logout of a user whose tmux stays.
        Path none = folder.resolve("none");

        assertThat(socket(runtime)).startsWith(runtime + "/nudge-opencode-");
        assertThat(socket(tooLong)).startsWith(folder + "/nudge-opencode-");
        assertThat(socket(none)).startsWith(folder + "/nudge-opencode-");
    }
}
