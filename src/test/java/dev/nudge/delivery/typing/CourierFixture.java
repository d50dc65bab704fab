package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A courier, a real tmux, and an agent that can be steered: the same one in all tests of a class,
/// as if it had just begun.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CourierFixture {
    /// Long enough for several attempts.
    static final Duration A_WHILE = Duration.ofMillis(1500);

    TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    StandInPane agent = new StandInPane(server, "agent");
    AgentBinding binding = agent.binding();

    /// How text is typed for the agent.
    volatile TypingProfile profile = StandInScreen.PROFILE;

    MemoryOutbox outbox = new MemoryOutbox();
    Courier courier = courier(Pace.NORMAL);

    /// Whether the test ends the agent, or stops it, so that the next one needs another.
    boolean isSpent;

    @BeforeEach
    void begin() {
        if (isSpent) {
            closeAgent();
            server = TmuxServerFixture.startCountingFromOne();
            agent = new StandInPane(server, "agent");
            binding = agent.binding();
            isSpent = false;
        } else {
            agent.steer("new");
        }
        profile = StandInScreen.PROFILE;
        outbox = new MemoryOutbox();
        courier = courier(Pace.NORMAL);
        // Else nothing would be typed for a while after the last key of a person.
        await().until(() -> courier.readiness(binding).obstacle().isEmpty());
    }

    @AfterEach
    void end() {
        courier.close();
        awaitNobodyWaits();
    }

    @AfterAll
    void closeAgent() {
        server.close();
        agent.close();
    }

    /// Adds a note that waits, and wakes the courier.
    Note report(Note note) {
        outbox.add(binding, note);
        courier.wake(binding);
        return note;
    }

    /// Waits until the agent has submitted these messages, and nothing else, and nothing waits.
    void assertSubmitted(Note... notes) {
        awaitIdle();
        assertThat(agent.record())
                .containsExactlyElementsOf(
                        Stream.of(notes).map(note -> "submitted " + text(note)).toList());
    }

    void steerToWork() {
        agent.steer("working");
        await().until(() -> server.paneTitle(agent.id()).contains("Working"));
    }

    /// Until tmux shows it, a courier may still take the agent for one that works.
    void steerToIdle() {
        agent.steer("idle");
        await().until(() -> server.paneTitle(agent.id()).contains("Ready"));
    }

    void steerToDialog() {
        agent.steer("dialog");
        agent.awaitText("Allow execution");
    }

    /// A message that stands in the prompt.
    Note standing() {
        Note note = note(17, "make");
        server.paste(agent.id(), text(note));
        agent.awaitText("notice]");
        return note;
    }

    /// A message that the agent has taken.
    Note submitted() {
        Note note = standing();
        await().pollDelay(Duration.ofMillis(80)).until(() -> true);
        server.sendKeys(agent.id(), "Enter");
        agent.awaitRecord(1);
        return note;
    }

    void assertNothingHappens(String onScreen) {
        int before = agent.record().size();
        await().during(A_WHILE)
                .until(() -> agent.record().size() == before && agent.screen().contains(onScreen));
    }

    void awaitIdle() {
        awaitTaken();
        awaitNobodyWaits();
    }

    /// Waits until the agent has taken everything.
    void awaitTaken() {
        await().untilAsserted(() ->
                assertThat(outbox.isEmpty())
                        .as(() -> outbox.changes() + " on\n" + agent.screen())
                        .isTrue());
    }

    void awaitNobodyWaits() {
        await().until(() -> courier.active() == 0);
    }

    /// Has another courier, as after a crash of the daemon.
    void restart(Pace pace) {
        courier.close();
        courier = courier(pace);
    }

    private Courier courier(Pace pace) {
        return new Courier(outbox, new ProcessTable(), _ -> profile, pace);
    }

    /// Returns the normal pace with other values for some of its times.
    static Pace pace(Map<String, Duration> times) {
        JsonMapper json = JsonMapper.shared();
        Map<String, Object> all =
                new HashMap<>(json.convertValue(Pace.NORMAL, new TypeReference<>() {}));
        assertThat(all).containsKeys(times.keySet().toArray(String[]::new));
        all.putAll(times);
        return json.convertValue(all, Pace.class);
    }

    /// Returns the pace of one who looks only where something has happened.
    static Pace watching(Duration idleGlance) {
        return pace(Map.of("idleGlance", idleGlance, "trust", Duration.ofDays(1)));
    }

    static String text(Note note) {
        return NudgeMessage.of(List.of(note), 1).text();
    }

    /// Records that the typing of this note has begun.
    Note begun(Note note) {
        outbox.addBegun(binding, note, text(note));
        return note;
    }

    static Note note(long job, String command) {
        return EndNotes.of(job, command, new ExitStatus.Exited(0), "all done");
    }
}
