package dev.nudge.delivery.typing;

import static org.awaitility.Awaitility.await;

import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.GeminiAgent;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.ScriptedModel;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A note that waits in the real Gemini CLI until the prompt is free.
final class WaitingNote implements AutoCloseable {
    /// Until the courier has done with its first looks and only watches the pane.
    private static final Duration WATCHED = Duration.ofSeconds(2);

    private static final Duration LIMIT = Patience.LONG;

    private final ScriptedModel model = ScriptedModel.start();
    private final TmuxServerFixture tmux = TmuxServerFixture.start();
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final Courier courier =
            new Courier(
                    outbox,
                    new ProcessTable(),
                    _ -> AgentKinds.builtIn("gemini-cli").profile(),
                    CourierFixture.watching(Pace.NORMAL.idleGlance()));
    private final Random random = new Random(13);
    private final GeminiAgent agent;
    private Optional<Person> person = Optional.empty();
    private int job;

    WaitingNote() {
        model.on(request -> request.lastUserText().equals(ClearedPane.DIALOG_PROMPT))
                .call("run_shell_command", Map.of("command", "touch made"));
        agent = GeminiAgent.in(tmux, model).size(100, 40).start().awaitReady();
        agent.awaitTitle("Ready");
    }

    /// From now on, a person presses the keys.
    void attachPerson() {
        person = Optional.of(Person.attach(tmux, "gemini-cli"));
    }

    /// Lets a note wait and the prompt become free.
    ///
    /// @return the time from then, and from the end of the quiet time after a person's key, until
    ///   the model is told
    Duration delay(ClearedPane way) {
        if (way == ClearedPane.AGENT_RESUMED) {
            restartAgent();
        }
        PaneHands hands = new PaneHands(tmux, agent, person);
        hands.await(EmptyPrompt.class);
        way.block(hands);
        AgentBinding binding = binding();
        outbox.add(binding, EndNotes.of(++job, "make", new ExitStatus.Exited(0), "done"));
        courier.wake(binding);
        await().pollDelay(WATCHED.plusMillis(random.nextInt(2000))).until(() -> true);

        way.clear(hands);

        Instant told = awaitTold();
        await().atMost(LIMIT).until(() -> outbox.isEmpty() && courier.active() == 0);
        return Duration.between(hands.free(), told);
    }

    private Instant awaitTold() {
        try {
            return model.awaitUserTextContaining("job " + job + ",", LIMIT).arrivedAt();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "Not reported: job %d, %s. The screen:%n%s"
                            .formatted(job, changes(), agent.screen()),
                    e);
        }
    }

    /// In an agent with a history of edits, Ctrl+Z takes one back.
    private void restartAgent() {
        agent.quit();
        agent.launch();
        agent.awaitReady();
        agent.awaitTitle("Ready");
    }

    private AgentBinding binding() {
        ProcessId process = new ProcessTable().identify(agent.pid()).orElseThrow();
        return new AgentBinding(tmux.address(agent.pane()), process);
    }

    /// What was done to the notes, for the message of a failed test.
    List<String> changes() {
        return outbox.changes();
    }

    @Override
    public void close() {
        person.ifPresent(Person::close);
        courier.close();
        agent.close();
        tmux.close();
        model.close();
    }
}
