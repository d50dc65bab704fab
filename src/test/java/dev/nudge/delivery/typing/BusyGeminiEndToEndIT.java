package dev.nudge.delivery.typing;

import static dev.nudge.delivery.typing.CourierFixture.note;
import static dev.nudge.delivery.typing.CourierFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.job.ExitStatus;
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.GeminiSetup;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Person;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The courier and the real Gemini CLI on a machine with a slow disk, or a busy one.
class BusyGeminiEndToEndIT {
    private static final Duration LIMIT = GeminiAgent.PATIENCE;

    @TempDir private Path folder;
    private GeminiCourier courier = new GeminiCourier(Pace.NORMAL);

    @AfterEach
    void close() {
        courier.close();
    }

    /// @param script in JavaScript, which the agent runs first
    private GeminiSetup with(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("first.cjs"), script);
        return GeminiAgent.in(courier.tmux, courier.model)
                .environment("NODE_OPTIONS", "--require " + file);
    }

    /// The prompt still writes a question down when a message is typed (rule R123).
    @Test
    void messageAndAQuestionThatIsNotWrittenYetBothReachTheModelOnceAndWhole() throws IOException {
        String question = "a question of mine";
        String slowDisk =
                """
                const files = require('node:fs/promises');
                const write = files.writeFile;
                files.writeFile = async (file, data, ...more) => {
                    const text = String(data);
                    if (file.endsWith('logs.json') && text.includes('of mine') && !text.includes('[nudge:')) {
                        await new Promise(done => setTimeout(done, 8000));
                    }
                    return write(file, data, ...more);
                };
                require('node:module').syncBuiltinESMExports();
                """;
        try (GeminiAgent agent = with(slowDisk).start().awaitReady()) {
            agent.submit(question);
            agent.awaitScreen(screen -> !screen.contains(question));
            Note note = courier.report(agent, note(17, "make"));
            // On a slow machine the question may be first after all.
            await().atMost(LIMIT)
                    .untilAsserted(() ->
                            assertThat(courier.submitted())
                                    .containsExactlyInAnyOrder(text(note), question));
        }
    }

    /// Another program pastes between nudge's paste and nudge's Enter. The agent would submit
    /// nudge's text alone, and delete the other (rule R125). What it has read of that text, it
    /// looks at only when it reads the next key, or after four seconds, and takes a while for it.
    @Test
    void textThatAnotherProgramPastesIsKept() throws IOException {
        String others = "text of another program";
        String busy =
                """
                const emit = process.stdin.emit;
                let waiting;
                const look = () => {
                    const data = waiting;
                    waiting = undefined;
                    emit.call(process.stdin, 'data', data);
                    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
                };
                process.stdin.emit = function (event, data) {
                    if (event === 'data' && String(data).includes('another program')) {
                        waiting = data;
                        setTimeout(() => waiting && look(), 4000);
                        return true;
                    }
                    if (event === 'data' && waiting) {
                        look();
                    }
                    return emit.apply(this, arguments);
                };
                """;
        courier.close();
        courier =
                new GeminiCourier(
                        CourierFixture.pace(Map.of("beforeEnter", Duration.ofMillis(1500))));
        try (GeminiAgent agent = with(busy).size(200, 40).start().awaitReady()) {
            Note note = courier.report(agent, note(17, "make"));
            agent.awaitText("automatic notice]");
            courier.tmux.paste(agent.pane(), others);
            agent.awaitText(others);
            agent.enter();
            courier.awaitSubmitted(text(note) + others);
            courier.awaitTaken();
        }
    }

    /// Another Enter would submit it again (rule R124).
    @Test
    void messageIsSubmittedOnceByAnAgentThatIsSlowBehindEnter() throws IOException {
        try (GeminiAgent agent = slowBehind("\\r", 4000)) {
            Note note = courier.report(agent, note(17, "make"));
            courier.model.awaitUserTextContaining(text(note), LIMIT);
            courier.awaitTaken();
            await().during(Duration.ofSeconds(2))
                    .atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(courier.submitted()).containsExactly(text(note)));
            assertThat(seen()).as("it was slow").exists();
        }
    }

    /// The message has scrolled away before the prompt is empty again: it is too long for the list
    /// of what is queued, and shows in full only beside what the person types.
    @Test
    void messageIsToldOnceThoughAPersonCancelsTheTurnBehindTab() throws IOException {
        ExitStatus success = new ExitStatus.Exited(0);
        Note note = EndNotes.of(17, "make", success, "all done ".repeat(40));
        CountDownLatch hold = new CountDownLatch(1);
        courier.model.onUserText("think").with(ModelReply.text("thought").heldAfter(hold));
        courier.model
                .onUserText("many")
                .reply(
                        IntStream.rangeClosed(1, 60)
                                .mapToObj(i -> "line " + i)
                                .collect(Collectors.joining("\n\n")));
        try (GeminiAgent agent = slowBehind("\\t", 1500);
                Person person = Person.attach(courier.tmux, "gemini-cli")) {
            agent.submit("think");
            agent.awaitTitle("Working");
            courier.report(agent, note);
            await().atMost(LIMIT).until(() -> Files.exists(seen()));
            person.press("Escape");
            courier.model.awaitUserTextContaining(text(note), LIMIT);
            person.type("many lines");
            agent.awaitText("many lines");
            // An Enter at once after a key would be a line break (rule R10).
            await().pollDelay(Duration.ofMillis(150)).until(() -> true);
            person.press("Enter");
            agent.awaitText("line 60");
            courier.awaitTaken();
            assertThat(courier.submitted()).containsExactly("think", text(note), "many lines");
            // On a busy machine the agent may draw between a look and the paste, which is refused
            // then.
            assertThat(courier.outbox.changes())
                    .filteredOn(change -> !change.equals("pending"))
                    .startsWith("typing")
                    .endsWith("delivered")
                    .containsOnlyOnce("delivered");
        } finally {
            hold.countDown();
        }
    }

    /// @param key after which it does nothing for a time, in JavaScript
    private GeminiAgent slowBehind(String key, int millis) throws IOException {
        String script =
                """
                const files = require('node:fs');
                const emit = process.stdin.emit;
                process.stdin.emit = function (event, data) {
                    const result = emit.apply(this, arguments);
                    if (event === 'data' && String(data).includes('%s')) {
                        files.writeFileSync(__dirname + '/seen', '');
                        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, %d);
                    }
                    return result;
                };
                """
                        .formatted(key, millis);
        return with(script).relaunched().start().awaitReady();
    }

    private Path seen() {
        return folder.resolve("seen");
    }
}
