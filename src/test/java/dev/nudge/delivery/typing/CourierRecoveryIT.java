package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a text whose typing was interrupted.
class CourierRecoveryIT extends CourierFixture {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textLeftInThePromptByACrashOrByAnAgentThatHasGoneIsSubmittedOnce(boolean isLeft) {
        Note note = standing();
        if (isLeft) {
            outbox.addLeft(binding, note, text(note));
        } else {
            begun(note);
        }
        courier.wake(binding);
        assertSubmitted(note);
        assertThat(outbox.changes()).containsExactly("delivered");
    }

    /// It was passed on while another was being typed.
    @Test
    void textOfAnAgentThatHasGoneWaitsForTheTextThatIsInThePrompt() {
        Note left = note(16, "passed on");
        outbox.addLeft(binding, left, text(left));
        Note note = begun(standing());

        courier.wake(binding);

        assertSubmitted(note, left);
    }

    @Test
    void textThatIsInThePromptIsSubmittedBeforeAnotherIsMissed() {
        outbox.leaveReceipts();
        Note missed = note(16, "missed");
        outbox.addBegun(binding, missed, text(missed));
        Note note = standing();
        outbox.addLeft(binding, note, text(note));

        courier.wake(binding);

        await().until(() -> agent.record().contains("submitted " + text(note)));
    }

    @Test
    void textSubmittedJustBeforeACrashIsNotTypedAgain() {
        Note _ = begun(submitted());

        courier.wake(binding);

        awaitIdle();
        assertThat(agent.record()).hasSize(1);
        assertThat(outbox.changes()).containsExactly("delivered");
    }

    /// An agent that leaves receipts may have it, and not have drawn it, until none comes.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textThatACrashKeptFromThePaneIsTyped(boolean isReceiptDue) {
        restart(pace(Map.of("receipt", Duration.ofSeconds(3))));
        if (isReceiptDue) {
            outbox.leaveReceipts();
        }
        Note note = begun(note(17, "make"));

        courier.wake(binding);

        assertSubmitted(note);
        assertThat(outbox.changes()).containsExactly("pending", "typing", "delivered");
    }

    @Test
    void textThatTheAgentHasYetToReadIsNotTypedAgain() {
        agent.steer("hung");
        Note note = begun(note(17, "make"));
        server.paste(agent.id(), text(note));

        courier.wake(binding);

        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        agent.steer("hearing");
        assertSubmitted(note);
        assertThat(outbox.changes()).containsExactly("delivered");
    }

    /// A message whose text the agent has read, but not the key that submits it, which is not
    /// pressed again.
    private Note typedIntoOneThatHangs() {
        restart(pace(Map.of("ignored", Duration.ofSeconds(1))));
        agent.steer("hung-after-paste");
        Note note = report(note(17, "make"));
        agent.awaitText("notice]");
        assertNothingHappens("notice]");
        return note;
    }

    @Test
    void messageIsSeenToBeTakenThoughAPersonHasTypedBehindTheKey() {
        try (Person person = Person.attach(server, "agent")) {
            Note note = typedIntoOneThatHangs();

            person.type("draft");
            agent.steer("hearing");
            agent.awaitText(" > draft");

            awaitTaken();
            assertNothingHappens(" > draft");
            assertThat(agent.record()).containsExactly("submitted " + text(note));
            assertThat(outbox.changes()).containsExactly("typing", "delivered");
        }
    }

    /// A search that begins in the moment of the key keeps the text, and puts it back in the end.
    @Test
    void textThatASearchPutsBackIntoThePromptIsNotSubmittedAgain() {
        try (Person person = Person.attach(server, "agent")) {
            Note note = typedIntoOneThatHangs();

            person.press("C-r");
            agent.steer("hearing");
            agent.awaitRecord(1);
            assertNothingHappens(StandInPrompt.SEARCH);
            person.press("Escape");

            awaitTaken();
            assertNothingHappens("notice]");
            assertThat(agent.record()).containsExactly("submitted " + text(note));
            assertThat(outbox.changes()).endsWith("delivered");
        }
    }

    @Test
    void textThatASearchPutsBackIsSubmittedThoughAnEqualOneWasSubmittedBefore() {
        Note note = submitted();
        restart(pace(Map.of("beforeEnter", Duration.ofSeconds(1))));
        try (Person person = Person.attach(server, "agent")) {
            report(note);
            agent.awaitScreen(screen -> screen.indexOf("make") < screen.lastIndexOf("make"));

            person.press("C-r");
            assertNothingHappens(StandInPrompt.SEARCH);
            assertNothingHappens(StandInPrompt.SEARCH);
            person.press("Escape");

            awaitTaken();
            assertThat(agent.record())
                    .containsExactly("submitted " + text(note), "submitted " + text(note));
        }
    }

    /// A busy agent may have taken the text, and not drawn it yet. One that was stopped could not
    /// read what had come, and may do so now.
    @Test
    void timeInWhichTheAgentWasStoppedDoesNotCountForItsReceipt() {
        isSpent = true;
        restart(pace(Map.of("receipt", Duration.ofSeconds(4))));
        outbox.leaveReceipts();
        Note note = begun(note(17, "make"));
        courier.wake(binding);
        assertNothingHappens(StandInPrompt.PLACEHOLDER);

        NudgeUser.signal("STOP", binding.agent().pid());
        agent.awaitScreen(screen -> screen.contains("$") || screen.contains("#"));
        assertNothingHappens("");
        assertNothingHappens("");
        server.enter(agent.id(), "fg");
        agent.steer("idle");
        agent.awaitText(StandInPrompt.PLACEHOLDER);

        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        outbox.markTaken(List.of(note));
        courier.wakeWaiting();
        awaitIdle();
        assertThat(agent.record()).isEmpty();
    }

    /// It may be in the agent's queue, and a daemon may have died before it saw that.
    @Test
    void textTypedOnceMoreForTheNextAgentIsNotTypedAThirdTimeWhileAReceiptMayCome() {
        outbox.leaveReceipts();
        Note note = submitted();
        Optional<Instant> left = Optional.of(Instant.now());
        outbox.add(binding, note, new NudgeState.Typing(text(note), MemoryOutbox.ID, left, true));

        courier.wake(binding);

        assertNothingHappens(StandInPrompt.PLACEHOLDER);
        assertThat(agent.record()).hasSize(1);
    }

    /// The text on the screen may be what stood in the prompt of the one that has ended.
    @Test
    void textOfAnAgentThatHasGoneIsTypedWhateverTheScreenShows() {
        Note note = submitted();
        outbox.addLeft(binding, note, text(note));

        courier.wake(binding);

        awaitIdle();
        assertThat(agent.record()).hasSize(2);
        assertThat(outbox.changes()).containsExactly("typing", "delivered");
    }
}
