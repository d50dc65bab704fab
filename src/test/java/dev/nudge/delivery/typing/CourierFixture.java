package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.TmuxServerFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

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

    void eraseAll(Person person, int characters) {
        String[] keys = new String[characters];
        java.util.Arrays.fill(keys, "BSpace");
        person.press(keys);
    }

    void awaitIdle() {
        awaitTaken();
        awaitNobodyWaits();
    }

    /// Waits until the agent has taken everything.
    void awaitTaken() {
        try {
            await().atMost(LIMIT).until(outbox::isEmpty);
        } catch (org.awaitility.core.ConditionTimeoutException e) {
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
        return new Courier(outbox, new ProcessTable(), _ -> StandInScreen.PROFILE, pace);
    }

    static Pace pace(Duration beforeEnter, Duration receipt) {
        return pace(beforeEnter, receipt, Pace.NORMAL.begin());
    }

    static Pace pace(Duration beforeEnter, Duration receipt, Duration begin) {
        return pace(beforeEnter, receipt, begin, Pace.NORMAL.ignored());
    }

    static Pace pace(Duration beforeEnter, Duration receipt, Duration begin, Duration ignored) {
        Pace normal = Pace.NORMAL;
        return pace(beforeEnter, receipt, begin, ignored, normal.idleGlance(), normal.trust());
    }

    /// Returns the pace of one who looks only where something has happened, however long nothing
    /// does.
    ///
    /// @param idleGlance see [Pace#idleGlance()]
    static Pace watching(Duration idleGlance) {
        Pace normal = Pace.NORMAL;
        return pace(
                normal.beforeEnter(),
                normal.receipt(),
                normal.begin(),
                normal.ignored(),
                idleGlance,
                Duration.ofDays(1));
    }

    private static Pace pace(
            Duration beforeEnter,
            Duration receipt,
            Duration begin,
            Duration ignored,
            Duration idleGlance,
            Duration trust) {
        Pace normal = Pace.NORMAL;
        return new Pace(
                normal.look(),
                normal.echo(),
                beforeEnter,
                normal.again(),
                ignored,
                normal.settle(),
                receipt,
                begin,
                normal.firstWait(),
                normal.lastWait(),
                normal.watch(),
                normal.glance(),
                idleGlance,
                normal.failure(),
                trust,
                normal.patience(),
                normal.silence());
    }

    static void signal(String name, long pid) {
        try {
            assertThat(new ProcessBuilder("kill", name, Long.toString(pid)).start().waitFor())
                    .isZero();
        } catch (java.io.IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
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
