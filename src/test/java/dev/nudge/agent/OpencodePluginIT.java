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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The parts of nudge's plugin of opencode: which session gets a message, in an order of events
/// that the real one has only now and then; what it writes down of the conversation, and where it
/// listens.
class OpencodePluginIT {
    /// An agent whose person has submitted a prompt in the session `old`, and got the answer. What
    /// is asked about the session `new` is answered when the script says so.
    private static final String AGENT =
            """
            let answer
            const answers = { old: Promise.resolve({}), new: new Promise((resolve) => (answer = resolve)) }
            answers.child = Promise.resolve({ parentID: "old" })
            const client = {
                session: {
                    get: async ({ path }) => ({ data: await answers[path.id] }),
                    prompt: async ({ path, body }) => {
                        await submit(path.id, "msg_9", body.parts[0].text)
                        console.log(`in ${path.id}`)
                        return { data: { info: { parentID: "msg_9" } } }
                    },
                },
            }
            const session = new Session({ prompt: async () => "", tool: async () => "" })
            session.join("folder", client)
            const submit = async (sessionID, id, text) => {
                const prompt = { message: { id, sessionID, time: {} }, parts: [{ id: "prt_000000000001a", type: "text", text }] }
                await session.submitted("folder", { sessionID }, prompt)
                session.happened({ type: "message.updated", properties: { info: { id, sessionID } } })
                status(sessionID, "idle")
            }
            const status = (sessionID, type) =>
                session.happened({ type: "session.status", properties: { sessionID, status: { type } } })
            const created = (id, parentID) =>
                session.happened({ type: "session.created", properties: { info: { id, parentID } } })
            let number = 0
            const take = async () => console.log(await session.take(`${number++}`, "ended"))
            await submit("old", "msg_1", "begin")
            """;

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

    private static void assertSaid(String script, String said) {
        String program = "import { Session } from \"%s\"\n" + AGENT + script;

        assertThat(run(Map.of(), "session.js", program)).isEqualTo(said);
    }

    @Test
    void messageComesIntoTheSessionOfTheLastPrompt() {
        assertSaid("await take()", "in old, delivered");
    }

    @Test
    void noMessageComesIntoTheOldSessionOnceAnotherHasBegun() {
        assertSaid(
                """
                created("new")
                await take()
                const submitted = submit("new", "msg_2", "go")
                await take()
                answer({})
                await submitted
                await take()
                """,
                "busy, busy, in new, delivered");
    }

    @Test
    void noMessageComesBeforeItIsKnownWhoseAPromptIs() {
        assertSaid(
                """
                const submitted = submit("new", "msg_2", "go")
                await take()
                answer({})
                await submitted
                """,
                "busy");
    }

    @Test
    void sessionOfASubagentChangesNothing() {
        assertSaid(
                """
                created("child", "old")
                await submit("child", "msg_2", "search")
                await take()
                """,
                "in old, delivered");
    }

    @Test
    void sessionThatIsDeletedUnusedChangesNothing() {
        assertSaid(
                """
                created("new")
                session.happened({ type: "session.deleted", properties: { info: { id: "new" } } })
                await take()
                """,
                "in old, delivered");
    }

    @Test
    void agentThatCannotSayWhatASessionIsTakesAMessageLater() {
        assertSaid(
                """
                answers.old = Promise.reject(new Error("not now"))
                const ask = async () => console.log(await session.take("the same", "ended"))
                await ask()
                answers.old = Promise.resolve({})
                await ask()
                """,
                "busy, in old, delivered");
    }

    /// As when the settings are read again.
    @Test
    void messageComesIntoTheSessionAlsoOnceTheAgentHasBegunAnewInItsFolder() {
        assertSaid(
                """
                status("old", "busy")
                session.leave("folder", client)
                await take()
                session.join("folder", client)
                await take()
                """,
                "busy, in old, delivered");
    }

    /// Another plugin has put something around it.
    @Test
    void messageIsKnownByItsTextAlsoWithMoreAroundIt() {
        assertSaid(
                """
                const plain = client.session.prompt
                client.session.prompt = ({ path, body: { parts } }) =>
                    plain({ path, body: { parts: [{ text: `<note>${parts[0].text}</note>` }] } })
                await take()
                """,
                "in old, delivered");
    }

    /// As one that is only to be shown.
    @Test
    void promptThatBeginsNoTurnDelaysAMessageOnlyForAWhile() {
        assertSaid(
                """
                let skipped = 0
                const now = performance.now.bind(performance)
                Object.defineProperty(performance, "now", { value: () => now() + skipped })
                const quiet = (id) => ({ message: { id, sessionID: "old", time: {} }, parts: [] })
                await session.submitted("folder", { sessionID: "old" }, quiet("msg_2"))
                skipped = 50_000
                await take()
                session.happened({ type: "message.updated", properties: { info: { id: "msg_2", sessionID: "old" } } })
                skipped = 58_000
                await take()
                skipped = 61_000
                await take()
                await session.submitted("folder", { sessionID: "old" }, quiet("msg_a"))
                skipped = 122_000
                await take()
                """,
                "busy, busy, in old, delivered, in old, delivered");
    }

    /// The model has begun to answer since the prompt was made.
    @Test
    void promptComesBehindWhatTheModelHasBegunToSayMeanwhile() {
        assertSaid(
                """
                const info = { id: "msg_00000000000aX", sessionID: "old", role: "assistant" }
                session.happened({ type: "message.updated", properties: { info } })
                const message = { id: "msg_000000000009Y", sessionID: "old", time: {} }
                const parts = [{ id: "prt_000000000002a", type: "text", text: "and now" }]
                await session.submitted("folder", { sessionID: "old" }, { message, parts })
                console.log(message.id, parts[0].messageID)
                """,
                "msg_00000000000bX msg_00000000000bX");
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

    @Test
    void answerOfTheModelIsWrittenDownOnceItIsFinished() {
        assertWritten(
                """
                answer({ time: {} })
                answer({ time: {}, finish: "stop" })
                answer({ time: { completed: 1 }, finish: "stop" })
                """,
                "begin info, p1 user, m2 assistant");
    }

    /// Older versions record no error if they end meanwhile.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "answer({ time: { completed: 1 }, finish: \"error\", error: {} })",
                "answer({ time: { completed: 1 } })",
                // As when a prompt is submitted while it works.
                "message({ id: \"m0\", role: \"assistant\", time: { completed: 1 }, finish: \"stop\" })"
            })
    void answerThatHasFailedOrWasInterruptedOrHadBegunBeforeIsNone(String answer) {
        assertWritten(answer, "begin info, p1 user");
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
