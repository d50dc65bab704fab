package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.agent.RealAgent;
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

    /// Looks only where something has happened.
    static final Pace PACE = CourierFixture.watching(Pace.NORMAL.idleGlance());

    private final GeminiCourier courier;
    private final Random random = new Random(13);
    private final RealAgent agent;
    private Optional<Person> person = Optional.empty();
    private int job;

    WaitingNote() {
        this(new GeminiCourier(PACE));
        agent.open(100, 40);
        agent.awaitTitle("Ready");
    }

    /// @param courier has this pace
    WaitingNote(GeminiCourier courier) {
        this.courier = courier;
        agent = courier.agent;
        courier.model
                .on(request -> request.lastUserText().equals(ClearedPane.DIALOG_PROMPT))
                .call("run_shell_command", Map.of("command", "touch made"));
    }

    /// From now on, a person presses the keys.
    void attachPerson() {
        person = Optional.of(Person.attach(courier.tmux, "gemini-cli"));
    }

    /// Lets a note wait, with which nothing happens until then, and the prompt become free.
    ///
    /// @return the time from then, and from the end of the quiet time after a person's key, until
    ///   the model is told
    Duration delay(ClearedPane way) {
        // In an agent with a history of edits, Ctrl+Z takes one back.
        if (way == ClearedPane.AGENT_RESUMED && job > 0) {
            agent.quit();
            agent.launch();
            agent.awaitReady();
            agent.awaitTitle("Ready");
        }
        PaneHands hands = new PaneHands(courier.tmux, agent, person);
        hands.await(EmptyPrompt.class);
        way.block(hands);
        List<String> before = courier.outbox.changes();
        courier.report(CourierFixture.note(++job, "make"));
        await().pollDelay(WATCHED.plusMillis(random.nextInt(2000))).until(() -> true);
        assertThat(courier.outbox.changes()).as(agent::screen).isEqualTo(before);

        way.clear(hands);

        courier.awaitDelivered();
        Instant told =
                courier.model
                        .awaitUserTextContaining("job " + job + ",", Patience.LONG)
                        .arrivedAt();
        return Duration.between(hands.free(), told);
    }

    @Override
    public void close() {
        person.ifPresent(Person::close);
        courier.close();
    }
}
