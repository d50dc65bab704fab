package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import dev.nudge.delivery.inbox.StandInInbox;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.testkit.TemporaryFolder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The courier and an agent that has an inbox.
class CourierInboxIT extends CourierFixture {
    private static final String TOKEN = "the word";
    private static final Note NOTE = note(17, "make");
    private static final Note LATER = note(18, "test");
    private static final String TEXT = text(NOTE);
    private static final String BOTH = NudgeMessage.of(List.of(NOTE, LATER), 1).text();

    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final Path socket = folder.path().resolve("inbox.sock");

    @BeforeEach
    void open() {
        profile = StandInScreen.profile(access(), true);
    }

    private InboxAccess access() {
        return new InboxAccess.Open(new SocketInbox(socket, TOKEN));
    }

    /// @param status what it reports; empty if it does not answer
    private StandInInbox inbox(String status) {
        return StandInInbox.start(socket, TOKEN, status);
    }

    private void type(String draft) {
        server.sendLiteral(agent.id(), draft);
        agent.awaitText(draft);
    }

    private static void awaitSent(StandInInbox inbox, int messages) {
        await().until(() -> inbox.messages().size() >= messages);
    }

    private void assertNothingIsSent(StandInInbox inbox) {
        await().during(A_WHILE).until(() -> inbox.messages().isEmpty() && agent.record().isEmpty());
    }

    private void assertSentAlone(StandInInbox inbox, String text) {
        awaitTaken();
        assertThat(inbox.texts()).containsExactly(text);
        assertThat(agent.record()).isEmpty();
    }

    @Test
    void messageGoesToTheInboxAndTheDraftStaysBesideWhichNothingIsTyped() {
        try (StandInInbox inbox = inbox("delivered")) {
            type("my half finished question");
            assertThat(courier.readiness(binding))
                    .isEqualTo(new PaneReadiness(Optional.empty(), Way.INBOX));
            report(NOTE);
            assertSentAlone(inbox, TEXT);
            assertThat(outbox.changes()).containsExactly("typing", "delivered");
            assertThat(agent.screen()).contains("my half finished question");
        }
        profile = StandInScreen.PROFILE;
        assertThat(courier.readiness(binding))
                .isEqualTo(new PaneReadiness(Optional.of("there is text in the prompt"), Way.KEYS));
    }

    @Test
    void workingAgentOrOneThatAsksGetsItOnceItIsIdle() {
        try (StandInInbox inbox = inbox("delivered")) {
            steerToWork();
            type("for later");
            report(NOTE);
            assertNothingIsSent(inbox);
            steerToDialog();
            agent.steer("idle");
            assertNothingIsSent(inbox);
            agent.steer("close");
            assertSentAlone(inbox, TEXT);
        }
    }

    @Test
    void whatTheInboxRefusesIsTyped() {
        try (StandInInbox inbox = inbox("refused")) {
            report(NOTE);
            awaitTaken();
            assertThat(agent.record()).containsExactly("submitted " + TEXT);
            assertThat(outbox.changes())
                    .containsExactly("typing", "pending", "typing", "delivered");
            assertThat(inbox.messages()).hasSize(1);
        }
    }

    /// A hook may report it meanwhile. The pane does not change when the agent is no longer busy,
    /// so it is asked again, after as long as that has lasted.
    @ParameterizedTest
    @CsvSource({"refused, false, 2", "busy, true, 7"})
    void whatTheInboxPutsOffOrRefusesWhereNothingMayBeTypedIsSentLater(
            String status, boolean isTyped, int times) {
        profile = StandInScreen.profile(access(), isTyped);
        try (StandInInbox inbox = inbox(status)) {
            report(NOTE);
            await().untilAsserted(
                            () -> assertThat(outbox.changes()).startsWith("typing", "pending"));
            awaitSent(inbox, times);
            inbox.report("delivered");
            awaitTaken();
            assertThat(agent.record()).isEmpty();
            assertThat(outbox.changes()).endsWith("pending", "typing", "delivered");
        }
    }

    /// The agent may be busy with that very message.
    @Test
    void messageThatMayHaveComeIsKeptWhileTheInboxPutsOff() {
        begun(NOTE);
        try (StandInInbox inbox = inbox("busy")) {
            courier.wake(binding);
            awaitSent(inbox, 1);
            await().during(A_WHILE).until(() -> outbox.changes().isEmpty());
            inbox.report("delivered");
            assertSentAlone(inbox, TEXT);
        }
    }

    /// As after a crash: the agent has the message, but not the outbox.
    @Test
    void messageThatMayHaveComeIsSentAgainAndTakenOnce() {
        begun(NOTE);
        try (StandInInbox inbox = inbox("held")) {
            sendAndRestart(inbox);
            courier.wake(binding);
            assertSentAlone(inbox, TEXT);
        }
    }

    /// The message lists the ends by their numbers, the outbox by their times; and a crash came
    /// between the records of two of them.
    @Test
    void messageOfWhichOnlyAPartIsRecordedIsTakenOnceThoughItsEndsCameInAnotherOrder() {
        try (StandInInbox inbox = inbox("")) {
            outbox.add(binding, LATER);
            outbox.add(binding, NOTE);
            sendAndRestart(inbox);
            outbox.markTaken(List.of(NOTE));
            courier.wake(binding);
            assertSentAlone(inbox, BOTH);
        }
    }

    /// Sends a message to an agent that only then begins to say that it has taken one.
    private void sendAndRestart(StandInInbox inbox) {
        courier.wake(binding);
        awaitSent(inbox, 1);
        restart(Pace.NORMAL);
        inbox.report("delivered");
    }

    @Test
    void messageThatMayHaveComeIsNotTypedWhileTheInboxIsNotKnown() {
        profile = StandInScreen.profile(new InboxAccess.Unknown(), true);
        begun(NOTE);
        try (StandInInbox inbox = inbox("delivered")) {
            courier.wake(binding);
            assertNothingIsSent(inbox);
            open();
            courier.wake(binding);
            assertSentAlone(inbox, TEXT);
        }
    }

    /// As when a person has typed on while a message was typed, before the inbox was known.
    @Test
    void messageThatStandsInThePromptIsSubmittedThereOnceNoDraftIsBesideIt() {
        try (StandInInbox inbox = inbox("delivered")) {
            begun(standing());
            type(" and mine");
            courier.wake(binding);
            assertNothingIsSent(inbox);

            server.sendKeys(agent.id(), Collections.nCopies(9, "BSpace").toArray(String[]::new));
            awaitTaken();
            assertThat(agent.record()).containsExactly("submitted " + TEXT);
            assertThat(inbox.messages()).isEmpty();
        }
    }
}
