package dev.nudge.delivery.typing;

import static dev.nudge.delivery.typing.CourierFixture.A_WHILE;
import static dev.nudge.delivery.typing.CourierFixture.note;
import static dev.nudge.delivery.typing.CourierFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.RandomNotes;
import dev.nudge.job.ExitStatus;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The courier against the real Gemini CLI, the same one in all tests, also as on a machine with a
/// slow disk, or a busy one: in states in which a blind nudge does harm, ours does none, and
/// arrives later.
@TestMethodOrder(OrderAnnotation.class)
class CourierEndToEndIT {
    private static final Duration LIMIT = Patience.LONG;
    private static final String DIFFICULT =
            "make; echo 'a;b;' $HOME `id` #{pane_id} ! ? /x @y %H ~ \\ \"q\" é 漢 😀";

    @TempDir private static Path folder;
    private static GeminiCourier courier;
    private static WaitingNote waiting;
    private static RealAgent agent;

    @BeforeAll
    static void start() {
        Path script = Path.of("src/test/resources/agents/busy-gemini.cjs").toAbsolutePath();
        courier =
                new GeminiCourier(
                        Pace.NORMAL,
                        Map.of(
                                "NODE_OPTIONS",
                                "--require " + script,
                                "SLOW_KEY",
                                slowKey().toString()));
        waiting = new WaitingNote(courier);
        agent = courier.agent.open(100, 40);
    }

    @AfterAll
    static void close() {
        courier.close();
    }

    @BeforeEach
    void renew() {
        awaitReady();
        courier.renew(Pace.NORMAL);
    }

    /// Lets the agent be idle, with the focus, which leaves with a person.
    private static void awaitReady() {
        agent.focus();
        agent.awaitTitle("Ready");
        agent.awaitText("Type your message");
    }

    /// A prompt that a person makes free is noticed, whatever had kept it. How soon, `scripts/bench
    /// noticed` measures. First, since only a new agent can be suspended.
    @ParameterizedTest
    @EnumSource
    @Order(1)
    void nothingIsTypedUntilThePromptIsFreeAgainWhichIsNoticed(ClearedPane way) {
        courier.renew(WaitingNote.PACE);
        // Fails if the note is not reported: this courier does not look only now and then.
        assertThat(waiting.delay(way)).as("%s", way).isPositive();
    }

    private static Path slowKey() {
        return folder.resolve("key");
    }

    /// The first command has what means something to tmux, the shell or the agent.
    @Test
    void notesReachTheModelWordForWord() {
        Random random = new Random(31);
        for (int job = 301; job <= 305; job++) {
            awaitReady();
            Note note = job == 301 ? note(job, DIFFICULT) : RandomNotes.next(random, job);
            courier.report(note);
            ModelRequest request =
                    courier.model.awaitUserTextContaining("[nudge: job " + job, LIMIT);
            assertThat(request.lastUserText()).isEqualTo(text(note));
            courier.awaitDelivered();
        }
    }

    @Test
    void dialogThatOpensWhileTheTextIsTypedGetsNoAnswer() {
        int earlier = courier.model.requests().size();
        int first = ThreadLocalRandom.current().nextInt(60);
        for (int delay = first; delay < 120; delay += 60) {
            String prompt = "list " + delay;
            CountDownLatch open = new CountDownLatch(1);
            courier.model
                    .on(request -> request.lastUserText().equals(prompt))
                    .with(
                            ModelReply.call(
                                            "run_shell_command",
                                            Map.of("command", "touch ran-it-" + delay))
                                    .heldBefore(open));
            agent.submit(prompt);
            agent.awaitTitle("Working");
            Note note = courier.report(note(100 + delay, "make 1 2 3"));
            await().pollDelay(Duration.ofMillis(delay)).until(() -> true);
            open.countDown();
            agent.awaitText("Allow execution");

            int requests = courier.model.requests().size();
            await().during(A_WHILE)
                    .until(() ->
                            courier.model.requests().size() == requests
                                    && agent.screen().contains("Allow execution"));
            agent.keys("Escape");

            courier.awaitDelivered();
            await().untilAsserted(() ->
                    assertThat(courier.submitted())
                            .filteredOn(text -> text.endsWith(text(note)))
                            .hasSize(1));
            awaitReady();
        }
        // The agent tells the model the result of every command that ran, with its exit code.
        assertThat(courier.model.requests().stream().skip(earlier))
                .allSatisfy(request ->
                        assertThat(request.functionResponses().toString())
                                .doesNotContain("Output:"));
    }

    @Test
    void longNoteInANarrowPaneArrivesWhole() {
        resize(40);
        String command = "make everything " + "and more ".repeat(12);
        String output = "word after word ".repeat(12);
        Note note = EndNotes.of(14, command, new ExitStatus.Exited(2), output);
        courier.report(note);
        courier.awaitDelivered();
        courier.awaitSubmitted(text(note));
        resize(100);
    }

    /// Returns once the agent has drawn its frame as wide as that.
    private static void resize(int columns) {
        String width = Integer.toString(columns);
        courier.tmux.tmux("resize-window", "-t", agent.pane(), "-x", width, "-y", "40");
        Pattern frame = Pattern.compile("(?m)^─{%s}\n[^─]".formatted(width));
        agent.awaitScreen(screen -> frame.matcher(screen).find());
        awaitReady();
    }

    @Test
    void enterThatBecameALineBreakIsPressedAgain() {
        Note note = note(15, "make");
        courier.tmux.paste(agent.pane(), text(note));
        agent.keys("Enter");
        agent.awaitText("job 15,");
        AgentBinding binding = courier.binding();
        courier.outbox.addBegun(binding, note, text(note));

        courier.wake(binding);

        courier.awaitDelivered();
        courier.awaitSubmitted(text(note));
    }

    /// The prompt still writes a question down when a message is typed (rule R123).
    @Test
    void messageAndAQuestionThatIsNotWrittenYetBothReachTheModelOnceAndWhole() {
        String question = "a question of mine";
        agent.submit(question);
        agent.awaitText("Type your message");
        Note note = courier.report(note(17, "make"));
        // On a slow machine the question may be first after all.
        await().untilAsserted(() ->
                assertThat(courier.submitted()).containsExactlyInAnyOrder(text(note), question));
        agent.awaitText("> " + question);
        // Behind two turns at once, the agent may look as if it worked until it is interrupted.
        await().pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    boolean isReady = agent.title().contains("Ready");
                    if (!isReady) {
                        agent.keys("Escape");
                    }
                    return isReady;
                });
    }

    /// Another program pastes between nudge's paste and nudge's Enter. The agent would submit
    /// nudge's text alone, and delete the other, which it has read, and looks at later (rule R125).
    @Test
    void textThatAnotherProgramPastesIsKept() {
        String others = "text of another program";
        courier.renew(CourierFixture.pace(Map.of("beforeEnter", Duration.ofMillis(1500))));
        Note note = courier.report(note(18, "make"));
        agent.awaitText("job 18,");
        courier.tmux.paste(agent.pane(), others);
        String shown = others.replace(" ", "");
        agent.awaitScreen(screen -> screen.replaceAll("\\s", "").contains(shown));
        agent.enter();
        courier.awaitSubmitted(text(note) + others);
        courier.awaitTaken();
    }

    /// Another Enter would submit it again (rule R124).
    @Test
    void messageIsSubmittedOnceByAnAgentThatIsSlowBehindEnter() throws IOException {
        Files.writeString(slowKey(), "[\"\\r\", 4000]");
        Note note = courier.report(note(19, "make"));
        courier.model.awaitUserTextContaining(text(note), LIMIT);
        courier.awaitTaken();
        await().during(Duration.ofSeconds(2))
                .untilAsserted(() -> assertThat(courier.submitted()).containsExactly(text(note)));
        assertThat(slowKey()).as("before it was slow").doesNotExist();
    }

    /// The message has scrolled away before the prompt is empty again: it is too long for the list
    /// of what is queued, and shows in full only beside what the person types.
    @Test
    void messageIsToldOnceThoughAPersonCancelsTheTurnBehindTab() throws IOException {
        ExitStatus success = new ExitStatus.Exited(0);
        Note note = EndNotes.of(20, "make", success, "all done ".repeat(40));
        CountDownLatch hold = new CountDownLatch(1);
        courier.model.onUserText("ponder").with(ModelReply.text("thought").heldAfter(hold));
        courier.model
                .onUserText("many")
                .reply(
                        IntStream.rangeClosed(1, 60)
                                .mapToObj(i -> "line " + i)
                                .collect(Collectors.joining("\n\n")));
        try (Person person = Person.attach(courier.tmux, "gemini-cli")) {
            agent.submit("ponder");
            agent.awaitTitle("Working");
            Files.writeString(slowKey(), "[\"\\t\", 1500]");
            courier.report(note);
            await().until(() -> !Files.exists(slowKey()));
            person.press("Escape");
            courier.model.awaitUserTextContaining(text(note), LIMIT);
            person.type("many lines");
            agent.awaitText("many lines");
            // An Enter at once after a key would be a line break (rule R10).
            await().pollDelay(Duration.ofMillis(150)).until(() -> true);
            person.press("Enter");
            agent.awaitText("line 60");
            courier.awaitTaken();
            assertThat(courier.submitted()).containsExactly("ponder", text(note), "many lines");
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
}
