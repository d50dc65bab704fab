package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.Note;
import org.junit.jupiter.api.Test;

/// Typing into a pane without the focus, against a real tmux and an agent that can be steered.
class CourierFocusIT extends CourierFixture {
    private void loseFocus() {
        int before = agent.record().size();
        server.tmux("send-keys", "-t", agent.id(), "-H", "1b", "5b", "4f");
        agent.awaitRecord(before + 1);
    }

    @Test
    void agentWithoutTheFocusIsGivenItForTheMomentOfTyping() {
        loseFocus();
        Note note = report(note(17, "make"));

        awaitIdle();
        awaitRecord("no focus", "no focus", "focus", "submitted " + text(note), "no focus");
        assertThat(outbox.changes()).containsExactly("typing", "delivered");
    }

    /// The agent reads that it has lost the focus after the courier has finished.
    private void awaitRecord(String... lines) {
        await().untilAsserted(() -> assertThat(agent.record()).containsExactly(lines));
    }

    /// As one that was suspended and resumed. It draws its cursor only when the focus changes.
    @Test
    void agentThatHasTheFocusWithoutACursorLosesItFirst() {
        agent.steer("resumed");
        await().until(() -> server.snapshot(agent.id()).cursor().x() == 0);
        Note note = report(note(17, "make"));

        awaitIdle();
        awaitRecord("no focus", "focus", "submitted " + text(note), "no focus");
        assertThat(outbox.changes()).containsExactly("typing", "delivered");
    }

    @Test
    void agentThatHasNotReadThatItHasTheFocusIsGivenItAgain() {
        loseFocus();
        agent.steer("focus-lost-once");
        Note note = report(note(17, "make"));

        awaitTaken();
        assertThat(agent.record()).contains("focus not read", "submitted " + text(note));
    }

    @Test
    void textSubmittedBeforeTheFocusWasLostIsNotTypedAgain() {
        Note note = submitted();
        loseFocus();
        outbox.addBegun(binding, note, text(note));
        report(note(18, "make test"));

        awaitIdle();
        assertThat(outbox.changes()).containsExactly("delivered", "typing", "delivered");
        assertThat(agent.record().stream().filter(("submitted " + text(note))::equals)).hasSize(1);
    }

    @Test
    void dialogThatClosesWithoutTheFocusHoldsNothingUp() {
        restart(watching(Pace.NORMAL.idleGlance()));
        steerToDialog();
        loseFocus();
        Note note = report(note(17, "make"));
        assertNothingHappens("Allow execution");
        assertNothingHappens("Allow execution"); // now the courier only watches the pane

        agent.steer("close");

        awaitTaken();
        assertThat(agent.record()).contains("submitted " + text(note));
    }

    @Test
    void draftOfSomebodyWhoLooksAwayIsNotEvenLookedAtTwice() {
        server.sendLiteral(agent.id(), "half a question");
        agent.awaitText("half a question");
        loseFocus();
        report(note(17, "make"));

        assertNothingHappens("half a question");
        assertThat(agent.record()).containsExactly("no focus");
    }
}
