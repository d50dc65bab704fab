package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.delivery.message.RandomNotes;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.ModelRequest;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The courier against the real Gemini CLI: in every state in which a blind nudge does harm, ours
/// does none, and arrives later.
class CourierEndToEndIT {
    private static final Duration LIMIT = GeminiAgent.PATIENCE;
    private static final String DIFFICULT =
            "make; echo 'a;b;' $HOME `id` #{pane_id} ! ? /x @y %H ~ \\ \"q\" é 漢 😀";
    private static final Duration A_WHILE = Duration.ofMillis(1500);

    private final ScriptedModel model = ScriptedModel.start();
    private final TmuxServerFixture tmux = TmuxServerFixture.startCountingFromOne();
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final Courier courier =
            new Courier(
                    outbox, new ProcessTable(), _ -> AgentKinds.builtIn("gemini-cli").profile());

    @AfterEach
    void closeAll() {
        courier.close();
        tmux.close();
        model.close();
    }

    /// The first command has what means something to tmux, the shell or the agent; the others are
    /// random.
    @Test
    void thirtyNotesReachTheModelWordForWord() {
        Random random = new Random(31);
        try (GeminiAgent agent = start()) {
            AgentBinding binding = binding(agent);
            List<Duration> latencies = new ArrayList<>();
            for (int job = 1; job <= 30; job++) {
                Note note = job == 1 ? note(1, DIFFICULT) : RandomNotes.next(random, job);
                agent.awaitTitle("Ready");
                agent.awaitText("Type your message");
                outbox.add(binding, note);

                long begin = System.nanoTime();
                courier.wake(binding);

                ModelRequest request = model.awaitUserTextContaining("[nudge: job " + job, LIMIT);
                latencies.add(Duration.ofNanos(request.arrivedNanos() - begin));
                assertThat(request.lastUserText()).isEqualTo(text(note));
                awaitDelivered();
            }
            latencies.sort(Comparator.naturalOrder());
            System.out.printf("wake: p50 %s, p95 %s%n", latencies.get(15), latencies.get(28));
        }
    }

    @Test
    void draftIsKeptAndTheNoteFollowsIt() {
        try (GeminiAgent agent = start()) {
            agent.type("my half finished question");
            agent.awaitText("finished question");
            Note note = note(17, "make");

            deliver(agent, note);

            assertNothingHappens(agent, "my half finished question");
            agent.enter();
            awaitDelivered();
            awaitBothSubmitted("my half finished question", text(note));
        }
    }

    @Test
    void draftOfSeveralLinesIsKept() {
        try (GeminiAgent agent = start()) {
            agent.type("line one");
            agent.keys("C-j");
            agent.type("line two");
            agent.awaitText("line two");
            Note note = note(17, "make");

            deliver(agent, note);

            assertNothingHappens(agent, "line two");
            agent.enter();
            awaitDelivered();
            awaitBothSubmitted("line one\nline two", text(note));
        }
    }

    @Test
    void permissionDialogIsNeitherAnsweredNorClosed() {
        model.on(request -> request.lastUserText().equals("list"))
                .call("run_shell_command", Map.of("command", "touch ran-it"));
        try (GeminiAgent agent = start()) {
            agent.submit("list");
            agent.awaitText("Allow execution");
            agent.awaitTitle("Action Required");
            Note note = note(17, "make 1 2 3");

            deliver(agent, note);

            assertNothingHappens(agent, "Allow execution");
            agent.keys("Escape");
            awaitDelivered();
            assertNothingRan();
            awaitToldOnce(note);
        }
    }

    @Test
    void dialogThatOpensWhileTheTextIsTypedGetsNoAnswer() {
        try (GeminiAgent agent = start()) {
            int first = ThreadLocalRandom.current().nextInt(15);
            for (int delay = first; delay <= 120; delay += 15) {
                String prompt = "list " + delay;
                CountDownLatch open = new CountDownLatch(1);
                model.on(request -> request.lastUserText().equals(prompt))
                        .with(
                                ModelReply.call(
                                                "run_shell_command",
                                                Map.of("command", "touch ran-it-" + delay))
                                        .heldBefore(open));
                agent.submit(prompt);
                agent.awaitTitle("Working");
                Note note = note(100 + delay, "make 1 2 3");

                deliver(agent, note);
                await().pollDelay(Duration.ofMillis(delay)).until(() -> true);
                open.countDown();

                agent.awaitText("Allow execution");
                assertNothingHappens(agent, "Allow execution");
                agent.keys("Escape");
                awaitDelivered();
                awaitToldOnce(note);
                agent.awaitTitle("Ready");
                agent.awaitText("Type your message");
            }
            assertNothingRan();
        }
    }

    @Test
    void shellModeRunsNothingOfOurs() {
        try (GeminiAgent agent = start()) {
            agent.type("!");
            agent.awaitText("Type your shell command");
            Note note = note(17, "make");

            deliver(agent, note);

            assertNothingHappens(agent, "Type your shell command");
            agent.keys("Escape");
            awaitDelivered();
            awaitSubmitted(text(note));
        }
    }

    @Test
    void copyModeIsNotLeft() {
        try (GeminiAgent agent = start()) {
            tmux.tmux("copy-mode", "-t", agent.pane());
            Note note = note(17, "make");

            deliver(agent, note);

            assertNothingHappens(agent, "Type your message");
            assertThat(tmux.displayMessage(agent.pane(), "#{pane_in_mode}")).isEqualTo("1");
            tmux.tmux("send-keys", "-t", agent.pane(), "-X", "cancel");
            awaitDelivered();
            awaitSubmitted(text(note));
        }
    }

    @Test
    void workingAgentQueuesTheNoteAndIsNotCancelled() {
        CountDownLatch hold = new CountDownLatch(1);
        model.onUserText("think").with(ModelReply.text("thought").heldAfter(hold));
        try (GeminiAgent agent = start()) {
            agent.submit("think");
            agent.awaitTitle("Working");
            Note note = note(17, "make");

            deliver(agent, note);

            awaitTaken();
            agent.awaitText("Queued");
            assertThat(submitted()).containsExactly("think");
            hold.countDown();
            awaitDelivered();
            awaitToldOnce(note);
            agent.awaitText("thought");
        }
    }

    @Test
    void shellPromptAfterTheAgentGetsNothing() {
        try (GeminiAgent agent = start()) {
            AgentBinding binding = binding(agent);
            agent.quit();
            outbox.add(binding, note(17, "touch made-by-nudge"));

            courier.wake(binding);

            await().atMost(LIMIT).until(() -> courier.active() == 0);
            assertThat(agent.screen()).doesNotContain("Background command");
            assertThat(outbox.changes()).isEmpty();
        }
    }

    @Test
    void agentStoppedByTheUserGetsNothing() {
        try (GeminiAgent agent = start()) {
            AgentBinding binding = binding(agent);
            agent.keys("C-z");
            agent.keys("C-z");
            agent.awaitText("Stopped");
            outbox.add(binding, note(17, "touch made-by-nudge"));

            courier.wake(binding);

            assertNothingHappens(agent, "");
            assertThat(agent.screen()).doesNotContain("Background command");
            assertThat(outbox.changes()).isEmpty();
        }
    }

    @Test
    void longNoteInANarrowPaneArrivesWhole() {
        try (GeminiAgent agent = GeminiAgent.in(tmux, model).size(40, 40).start().awaitReady()) {
            agent.awaitTitle("Ready");
            Note note =
                    EndNotes.of(
                            17,
                            "make everything " + "and more ".repeat(12),
                            new ExitStatus.Exited(2),
                            "word after word ".repeat(12));

            deliver(agent, note);

            awaitDelivered();
            awaitToldOnce(note);
        }
    }

    @Test
    void enterThatBecameALineBreakIsPressedAgain() {
        try (GeminiAgent agent = start()) {
            Note note = note(17, "make");
            tmux.paste(agent.pane(), text(note));
            agent.keys("Enter");
            agent.awaitText("notice]");
            AgentBinding binding = binding(agent);
            outbox.addBegun(binding, note, text(note));

            courier.wake(binding);

            awaitDelivered();
            awaitSubmitted(text(note));
        }
    }

    @Test
    void personAtTheTerminalIsWaitedFor() {
        try (GeminiAgent agent = start();
                Person person = Person.attach(tmux, "gemini-cli")) {
            person.type("hello there");
            agent.awaitText("hello there");
            Note note = note(17, "make");
            deliver(agent, note);
            assertNothingHappens(agent, "hello there");

            person.press("Enter");

            awaitDelivered();
            awaitBothSubmitted("hello there", text(note));
        }
    }

    private void deliver(GeminiAgent agent, Note note) {
        AgentBinding binding = binding(agent);
        outbox.add(binding, note);
        courier.wake(binding);
    }

    private void awaitDelivered() {
        awaitTaken();
        await().atMost(LIMIT).until(() -> courier.active() == 0);
    }

    private void awaitTaken() {
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(outbox.isEmpty())
                                .as("%s on %s", outbox.changes(), screens())
                                .isTrue());
    }

    private String screens() {
        return tmux.tmux("capture-pane", "-p", "-t", "=gemini-cli:");
    }

    private void awaitToldOnce(Note note) {
        await().atMost(LIMIT).until(() -> count(note) > 0);
        assertThat(count(note)).isEqualTo(1);
    }

    /// The agent tells the model the result of every command that ran, with its exit code.
    private void assertNothingRan() {
        assertThat(model.requests())
                .allSatisfy(request ->
                        assertThat(request.functionResponses().toString())
                                .doesNotContain("Output:"));
    }

    private long count(Note note) {
        return submitted().stream().filter(text -> text.endsWith(text(note))).count();
    }

    /// The agent asks its model a moment after it has taken the note.
    private void awaitSubmitted(String... texts) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(submitted()).containsExactly(texts));
    }

    /// Waits until the model has both, once. An agent that has not finished the first joins the
    /// two, and one that has not begun it yet (rule R123) may begin the second before.
    private void awaitBothSubmitted(String draft, String note) {
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(String.join("\n\n", submitted()))
                                .isIn(draft + "\n\n" + note, note + "\n\n" + draft));
    }

    private List<String> submitted() {
        return model.requests().stream()
                .filter(ModelRequest::isConversation)
                .map(ModelRequest::lastUserText)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private void assertNothingHappens(GeminiAgent agent, String onScreen) {
        int requests = model.requests().size();
        await().during(A_WHILE)
                .atMost(LIMIT)
                .until(() ->
                        model.requests().size() == requests && agent.screen().contains(onScreen));
    }

    private GeminiAgent start() {
        GeminiAgent agent = GeminiAgent.in(tmux, model).size(100, 40).start().awaitReady();
        agent.awaitTitle("Ready");
        return agent;
    }

    private AgentBinding binding(GeminiAgent agent) {
        ProcessId process = new ProcessTable().identify(agent.pid()).orElseThrow();
        return new AgentBinding(tmux.address(agent.pane()), process);
    }

    private static String text(Note note) {
        return NudgeMessage.of(List.of(note), 1).text();
    }

    private static Note note(long job, String command) {
        return EndNotes.of(job, command, new ExitStatus.Exited(0), "all done");
    }
}
