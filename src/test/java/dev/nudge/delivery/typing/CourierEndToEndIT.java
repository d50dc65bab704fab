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
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.Person;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The courier against the real Gemini CLI, the same one in most tests: in states in which a blind
/// nudge does harm, ours does none, and arrives later. [ClearedPaneEndToEndIT] has more of them.
class CourierEndToEndIT {
    private static final Duration LIMIT = GeminiAgent.PATIENCE;
    private static final String DIFFICULT =
            "make; echo 'a;b;' $HOME `id` #{pane_id} ! ? /x @y %H ~ \\ \"q\" é 漢 😀";

    private static GeminiCourier courier;
    private static GeminiAgent agent;

    @BeforeAll
    static void start() {
        courier = new GeminiCourier(Pace.NORMAL);
        agent = GeminiAgent.in(courier.tmux, courier.model).size(100, 40).start().awaitReady();
    }

    @AfterAll
    static void close() {
        agent.close();
        courier.close();
    }

    /// Lets the agent be idle, with the focus, which leaves with a person.
    @BeforeEach
    void awaitReady() {
        courier.tmux.tmux("send-keys", "-t", agent.pane(), "-H", "1b", "5b", "49");
        agent.awaitTitle("Ready");
        agent.awaitText("Type your message");
        courier.forgetSubmitted();
    }

    /// The first command has what means something to tmux, the shell or the agent.
    @Test
    void thirtyNotesReachTheModelWordForWord() {
        Random random = new Random(31);
        List<Duration> latencies = new ArrayList<>();
        for (int job = 301; job <= 330; job++) {
            awaitReady();
            Note note = job == 301 ? note(job, DIFFICULT) : RandomNotes.next(random, job);
            long begin = System.nanoTime();
            courier.report(agent, note);
            ModelRequest request =
                    courier.model.awaitUserTextContaining("[nudge: job " + job, LIMIT);
            latencies.add(Duration.ofNanos(request.arrivedNanos() - begin));
            assertThat(request.lastUserText()).isEqualTo(text(note));
            courier.awaitDelivered();
        }
        latencies.sort(Comparator.naturalOrder());
        System.out.printf("wake: p50 %s, p95 %s%n", latencies.get(15), latencies.get(28));
    }

    @Test
    void draftOfSeveralLinesIsKeptAndTheNoteFollowsIt() {
        agent.type("line one");
        agent.keys("C-j");
        agent.type("line two");
        agent.awaitText("line two");
        Note note = courier.report(agent, note(11, "make"));

        assertNothingHappens("line two");
        agent.enter();

        courier.awaitDelivered();
        awaitBothSubmitted("line one\nline two", text(note));
    }

    @Test
    void dialogThatOpensWhileTheTextIsTypedGetsNoAnswer() {
        int first = ThreadLocalRandom.current().nextInt(15);
        for (int delay = first; delay <= 120; delay += 15) {
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
            Note note = courier.report(agent, note(100 + delay, "make 1 2 3"));
            await().pollDelay(Duration.ofMillis(delay)).until(() -> true);
            open.countDown();
            agent.awaitText("Allow execution");

            assertNothingHappens("Allow execution");
            agent.keys("Escape");

            courier.awaitDelivered();
            awaitToldOnce(note);
            awaitReady();
        }
        assertNothingRan();
    }

    @Test
    void workingAgentQueuesTheNoteAndIsNotCancelled() {
        CountDownLatch hold = new CountDownLatch(1);
        courier.model.onUserText("think").with(ModelReply.text("thought").heldAfter(hold));
        agent.submit("think");
        agent.awaitTitle("Working");
        Note note = courier.report(agent, note(12, "make"));

        courier.awaitTaken();
        agent.awaitText("Queued");
        assertThat(courier.submitted()).containsExactly("think");
        hold.countDown();

        courier.awaitDelivered();
        awaitToldOnce(note);
        agent.awaitText("thought");
    }

    @Test
    void longNoteInANarrowPaneArrivesWhole() {
        try (GeminiCourier narrow = new GeminiCourier(Pace.NORMAL);
                GeminiAgent other =
                        GeminiAgent.in(narrow.tmux, narrow.model)
                                .size(40, 40)
                                .start()
                                .awaitReady()) {
            other.awaitTitle("Ready");
            String command = "make everything " + "and more ".repeat(12);
            String output = "word after word ".repeat(12);
            Note note =
                    narrow.report(
                            other, EndNotes.of(14, command, new ExitStatus.Exited(2), output));
            narrow.awaitDelivered();
            narrow.awaitSubmitted(text(note));
        }
    }

    @Test
    void enterThatBecameALineBreakIsPressedAgain() {
        Note note = note(15, "make");
        courier.tmux.paste(agent.pane(), text(note));
        agent.keys("Enter");
        agent.awaitText("job 15,");
        AgentBinding binding = courier.binding(agent);
        courier.outbox.addBegun(binding, note, text(note));

        courier.wake(binding);

        courier.awaitDelivered();
        courier.awaitSubmitted(text(note));
    }

    @Test
    void personAtTheTerminalIsWaitedFor() {
        try (Person person = Person.attach(courier.tmux, "gemini-cli")) {
            person.type("hello there");
            agent.awaitText("hello there");
            Note note = courier.report(agent, note(16, "make"));

            assertNothingHappens("hello there");
            person.press("Enter");

            courier.awaitDelivered();
            awaitBothSubmitted("hello there", text(note));
        }
    }

    private static void awaitToldOnce(Note note) {
        await().atMost(LIMIT).until(() -> count(note) > 0);
        assertThat(count(note)).isEqualTo(1);
    }

    private static long count(Note note) {
        return courier.submitted().stream().filter(text -> text.endsWith(text(note))).count();
    }

    /// The agent tells the model the result of every command that ran, with its exit code.
    private static void assertNothingRan() {
        assertThat(courier.model.requests())
                .allSatisfy(request ->
                        assertThat(request.functionResponses().toString())
                                .doesNotContain("Output:"));
    }

    /// Waits until the model has both, once. An agent that has not finished the first joins the
    /// two, and one that has not begun it yet (rule R123) may begin the second before.
    private static void awaitBothSubmitted(String draft, String note) {
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(String.join("\n\n", courier.submitted()))
                                .isIn(draft + "\n\n" + note, note + "\n\n" + draft));
    }

    private static void assertNothingHappens(String onScreen) {
        int requests = courier.model.requests().size();
        await().during(A_WHILE)
                .atMost(LIMIT)
                .until(() ->
                        courier.model.requests().size() == requests
                                && agent.screen().contains(onScreen));
    }
}
