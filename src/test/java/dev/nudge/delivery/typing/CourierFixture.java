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
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A courier, a real tmux, and an agent that can be steered.
abstract class CourierFixture {
    static final Duration LIMIT = StandInPane.LIMIT;

    /// Long enough for several attempts.
    static final Duration A_WHILE = Duration.ofMillis(1500);

    final TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    final StandInPane agent = new StandInPane(server, "agent");
    final MemoryOutbox outbox = new MemoryOutbox();
    final AgentBinding binding = agent.binding();
    Courier courier = courier(Pace.NORMAL);

    @AfterEach
    void closeAll() {
        courier.close();
        server.close();
        agent.close();
    }

    /// How text is typed for the agent.
    TypingProfile profile() {
        return StandInScreen.PROFILE;
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
        await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
    }

    /// A message that stands in the prompt.
    Note standing() {
        Note note = note(17, "make");
        server.paste(agent.id(), text(note));
        agent.awaitScreen(screen -> screen.contains("notice]"));
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
                .atMost(LIMIT)
                .until(() -> agent.record().size() == before && agent.screen().contains(onScreen));
    }

    void awaitIdle() {
        awaitTaken();
        awaitNobodyWaits();
    }

    /// Waits until the agent has taken everything.
    void awaitTaken() {
        try {
            await().atMost(LIMIT).until(outbox::isEmpty);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "Not told after %s.%nOutbox: %s%nScreen:%n%s"
                            .formatted(LIMIT, outbox.changes(), agent.screen()),
                    e);
        }
    }

    void awaitNobodyWaits() {
        await().atMost(LIMIT).until(() -> courier.active() == 0);
    }

    void restart(Pace pace) {
        restart(courier(pace));
    }

    void restart(Courier other) {
        courier.close();
        courier = other;
    }

    Courier courier(Pace pace) {
        return new Courier(outbox, new ProcessTable(), _ -> profile(), pace);
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
