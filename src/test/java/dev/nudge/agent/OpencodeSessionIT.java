package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which session of opencode gets a message, in an order of events that the real one has only now
/// and then.
class OpencodeSessionIT {
    private static final Duration LIMIT = Patience.LONG;

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

    private static List<String> said(String script) {
        Path file = Path.of("src/main/extension/opencode/session.js").toAbsolutePath();
        String program = "import { Session } from \"" + file + "\"\n" + AGENT + script;
        return new ShortCommand(LIMIT, Map.of("PATH", System.getenv("PATH")))
                .run(List.of("node", "--no-warnings", "--input-type=module", "--eval", program))
                .lines()
                .toList();
    }

    @Test
    void messageComesIntoTheSessionOfTheLastPrompt() {
        assertThat(said("await take()")).containsExactly("in old", "delivered");
    }

    @Test
    void noMessageComesIntoTheOldSessionOnceAnotherHasBegun() {
        assertThat(
                        said(
                                """
                                created("new")
                                await take()
                                const submitted = submit("new", "msg_2", "go")
                                await take()
                                answer({})
                                await submitted
                                await take()
                                """))
                .containsExactly("busy", "busy", "in new", "delivered");
    }

    @Test
    void noMessageComesBeforeItIsKnownWhoseAPromptIs() {
        assertThat(
                        said(
                                """
                                const submitted = submit("new", "msg_2", "go")
                                await take()
                                answer({})
                                await submitted
                                """))
                .containsExactly("busy");
    }

    @Test
    void sessionOfASubagentChangesNothing() {
        assertThat(
                        said(
                                """
                                created("child", "old")
                                await submit("child", "msg_2", "search")
                                await take()
                                """))
                .containsExactly("in old", "delivered");
    }

    @Test
    void sessionThatIsDeletedUnusedChangesNothing() {
        assertThat(
                        said(
                                """
                                created("new")
                                session.happened({ type: "session.deleted", properties: { info: { id: "new" } } })
                                await take()
                                """))
                .containsExactly("in old", "delivered");
    }

    @Test
    void agentThatCannotSayWhatASessionIsTakesAMessageLater() {
        assertThat(
                        said(
                                """
                                answers.old = Promise.reject(new Error("not now"))
                                const ask = async () => console.log(await session.take("the same", "ended"))
                                await ask()
                                answers.old = Promise.resolve({})
                                await ask()
                                """))
                .containsExactly("busy", "in old", "delivered");
    }

    /// As when the settings are read again.
    @Test
    void messageComesIntoTheSessionAlsoOnceTheAgentHasBegunAnewInItsFolder() {
        assertThat(
                        said(
                                """
                                status("old", "busy")
                                session.leave("folder", client)
                                await take()
                                session.join("folder", client)
                                await take()
                                """))
                .containsExactly("busy", "in old", "delivered");
    }

    /// Another plugin has put something around it.
    @Test
    void messageIsKnownByItsTextAlsoWithMoreAroundIt() {
        assertThat(
                        said(
                                """
                                const plain = client.session.prompt
                                client.session.prompt = ({ path, body: { parts } }) =>
                                    plain({ path, body: { parts: [{ text: `<note>${parts[0].text}</note>` }] } })
                                await take()
                                """))
                .containsExactly("in old", "delivered");
    }

    /// As one that is only to be shown.
    @Test
    void promptThatBeginsNoTurnDelaysAMessageOnlyForAWhile() {
        assertThat(
                        said(
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
                                """))
                .containsExactly("busy", "busy", "in old", "delivered", "in old", "delivered");
    }

    /// The model has begun to answer since the prompt was made.
    @Test
    void promptComesBehindWhatTheModelHasBegunToSayMeanwhile() {
        assertThat(
                        said(
                                """
                                const info = { id: "msg_00000000000aX", sessionID: "old", role: "assistant" }
                                session.happened({ type: "message.updated", properties: { info } })
                                const message = { id: "msg_000000000009Y", sessionID: "old", time: {} }
                                const parts = [{ id: "prt_000000000002a", type: "text", text: "and now" }]
                                await session.submitted("folder", { sessionID: "old" }, { message, parts })
                                console.log(message.id, parts[0].messageID)
                                """))
                .containsExactly("msg_00000000000bX msg_00000000000bX");
    }
}
