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
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        String program = script.replace("THE_PART", file.toString());
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("PATH", System.getenv("PATH"));
        return new ShortCommand(Patience.LONG, environment)
                .run(List.of("node", "--no-warnings", "--input-type=module", "--eval", program))
                .strip()
                .replace("\n", ", ");
    }

    /// The cases of `opencode-sessions.txt`: what is promised, what the script says, and the
    /// script.
    @Test
    void messageComesIntoTheSessionThatIsItsPersons() throws IOException {
        String text = Files.readString(SESSIONS).replaceAll("(?m)^# .*\n", "");
        List<String> cases = List.of(text.split("\n== ", -1));
        StringBuilder program = new StringBuilder("import { Session } from \"THE_PART\"\n");
        StringJoiner said = new StringJoiner(", ");
        for (String one : cases.subList(1, cases.size())) {
            String[] parts = one.split(": |\n", 3);
            said.add(parts[0]).add(parts[1]);
            program.append("console.log(\"").append(parts[0]).append("\")\n");
            program.append("await (async () => {\n").append(cases.getFirst()).append(parts[2]);
            program.append("\n})()\n");
        }

        assertThat(run(Map.of(), "session.js", program.toString())).isEqualTo(said.toString());
    }

    /// Neither is one that has failed or was interrupted (older versions record no error if they
    /// end meanwhile), nor one that had begun before, as when a prompt is submitted while it works.
    @Test
    void answerOfTheModelIsWrittenDownOnceItIsFinished() {
        String program =
                """
                import { readFileSync } from "node:fs"
                import { Record } from "THE_PART"
                """
                        + PROMPT
                        + """
                        const lines = () => readFileSync(record.path, "utf8").match(/.+/g).map((line) => JSON.parse(line))
                        const written = () => lines().forEach(({ id, type }) => console.log(id, type))
                        answer({ time: { completed: 1 }, finish: "error", error: {} })
                        answer({ time: { completed: 1 } })
                        message({ id: "m0", role: "assistant", time: { completed: 1 }, finish: "stop" })
                        answer({ time: {} })
                        answer({ time: {}, finish: "stop" })
                        written()
                        answer({ time: { completed: 1 }, finish: "stop" })
                        written()
                        """;

        assertThat(run(Map.of("XDG_STATE_HOME", folder.toString()), "record.js", program))
                .isEqualTo("begin info, p1 user, begin info, p1 user, m2 assistant");
    }

    @Test
    void socketIsInTheRuntimeDirectoryIfThatIsThereAndItsPathIsShortAndListensToNoStranger()
            throws IOException {
        Files.createDirectory(folder.resolve("run"));
        Files.createDirectory(folder.resolve("a-long-name".repeat(10)));
        // The last one is not there, as after the last logout of a user whose tmux stays.
        String program =
                """
                import { createConnection } from "node:net"
                import { Inbox } from "THE_PART"
                for (const name of ["run", "a-long-name".repeat(10), "none"]) {
                    process.env.XDG_RUNTIME_DIR = `${process.env.TMPDIR}/${name}`
                    const inbox = Inbox.open(async (id) => console.log(id))
                    const { NUDGE_OPENCODE_SOCKET, NUDGE_OPENCODE_TOKEN } = inbox.variables()
                    for (const token of ["not the word", NUDGE_OPENCODE_TOKEN]) {
                        const lines = [{ type: "auth", token }, { type: "user", msgId: NUDGE_OPENCODE_SOCKET, from: "/none", message: {} }]
                        const agent = createConnection(NUDGE_OPENCODE_SOCKET).on("error", () => {}).resume()
                        agent.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
                        await new Promise((resolve) => agent.on("close", resolve))
                    }
                    inbox.close()
                }
                """;

        assertThat(run(Map.of("TMPDIR", folder.toString()), "inbox.js", program).split(", "))
                .satisfiesExactly(
                        socket -> assertThat(socket).startsWith(folder + "/run/nudge-opencode-"),
                        socket -> assertThat(socket).startsWith(folder + "/nudge-opencode-"),
                        socket -> assertThat(socket).startsWith(folder + "/nudge-opencode-"));
    }
}
