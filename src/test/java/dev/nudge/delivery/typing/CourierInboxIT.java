package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import dev.nudge.delivery.inbox.StandInInbox;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The courier and an agent that has an inbox.
class CourierInboxIT {
    private static final Duration LIMIT = StandInPane.LIMIT;
    private static final Duration A_WHILE = Duration.ofMillis(1500);
    private static final String TOKEN = "the word";
    private static final Note NOTE = EndNotes.of(17, "make", new ExitStatus.Exited(0), "all done");
    private static final Note LATER = EndNotes.of(18, "test", new ExitStatus.Exited(0), "passed");
    private static final String TEXT = NudgeMessage.of(List.of(NOTE), 1).text();
    private static final String BOTH = NudgeMessage.of(List.of(NOTE, LATER), 1).text();

    private final TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    private final StandInPane agent = new StandInPane(server, "agent");
    private final TemporaryFolder folder = TemporaryFolder.create();
    private final Path socket = folder.path().resolve("inbox.sock");
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final AgentBinding binding = agent.binding();
    private volatile InboxAccess access = new InboxAccess.Open(new SocketInbox(socket, TOKEN));
    private volatile boolean isTyped = true;
    private final Courier courier = courier();

    private Courier courier() {
        return new Courier(outbox, new ProcessTable(), _ -> profile());
    }

    private TypingProfile profile() {
        TypingProfile its = StandInScreen.PROFILE;
        return new TypingProfile(
                its.classifier(),
                its.quietSeconds(),
                its.submitKey(),
                its.queueKey(),
                access,
                isTyped,
                its.queuesAtStart());
    }

    @AfterEach
    void closeAll() {
        courier.close();
        server.close();
        agent.close();
        folder.close();
    }

    private void type(String draft) {
        server.sendLiteral(agent.id(), draft);
        agent.awaitScreen(screen -> screen.contains(draft));
    }

    private void awaitTold() {
        await().atMost(LIMIT).until(outbox::isEmpty);
    }

    private void assertNothingIsSent(StandInInbox inbox) {
        await().during(A_WHILE)
                .atMost(LIMIT)
                .until(() -> inbox.messages().isEmpty() && agent.record().isEmpty());
    }

    @Test
    void messageGoesToTheInboxAndTheDraftStays() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "delivered")) {
            type("my half finished question");
            outbox.add(binding, NOTE);

            courier.wake(binding);

            awaitTold();
            assertThat(inbox.texts()).containsExactly(TEXT);
            assertThat(outbox.changes()).containsExactly("typing", "delivered");
            assertThat(agent.screen()).contains("my half finished question");
            assertThat(agent.record()).isEmpty();
        }
    }

    @Test
    void workingAgentGetsItOnceItIsIdle() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "delivered")) {
            agent.steer("working");
            await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Working"));
            type("for later");
            outbox.add(binding, NOTE);

            courier.wake(binding);

            assertNothingIsSent(inbox);
            agent.steer("idle");
            awaitTold();
            assertThat(inbox.texts()).containsExactly(TEXT);
        }
    }

    @Test
    void openDialogGetsNothing() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "delivered")) {
            agent.steer("dialog");
            await().atMost(LIMIT).until(() -> server.paneTitle(agent.id()).contains("Action"));
            outbox.add(binding, NOTE);

            courier.wake(binding);

            assertNothingIsSent(inbox);
        }
    }

    @Test
    void whatTheInboxRefusesIsTyped() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "refused")) {
            outbox.add(binding, NOTE);

            courier.wake(binding);

            awaitTold();
            assertThat(agent.record()).containsExactly("submitted " + TEXT);
            assertThat(outbox.changes())
                    .containsExactly("typing", "pending", "typing", "delivered");
            assertThat(inbox.messages()).hasSize(1);
        }
    }

    @Test
    void whatTheInboxRefusesIsSentAgainWhereNothingMayBeTyped() {
        isTyped = false;
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "refused")) {
            outbox.add(binding, NOTE);

            courier.wake(binding);

            await().atMost(LIMIT).until(() -> inbox.messages().size() >= 2);
            inbox.report("delivered");
            awaitTold();
            assertThat(agent.record()).isEmpty();
        }
    }

    /// A hook may report it meanwhile.
    @Test
    void whatTheInboxPutsOffIsSentLater() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "busy")) {
            outbox.add(binding, NOTE);

            courier.wake(binding);

            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(outbox.changes()).startsWith("typing", "pending"));
            inbox.report("delivered");
            awaitTold();
            assertThat(agent.record()).isEmpty();
            assertThat(outbox.changes()).endsWith("pending", "typing", "delivered");
        }
    }

    /// Its pane does not change when it is no longer busy.
    @Test
    void inboxThatIsBusyIsAskedAgainAfterAsLongAsThatHasLasted() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "busy")) {
            outbox.add(binding, NOTE);
            courier.wake(binding);

            await().atMost(LIMIT).until(() -> inbox.messages().size() >= 7);
        }
    }

    /// The agent may be busy with that very message.
    @Test
    void messageThatMayHaveComeIsKeptWhileTheInboxPutsOff() {
        outbox.addBegun(binding, NOTE, TEXT);
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "busy")) {
            courier.wake(binding);

            await().atMost(LIMIT).until(() -> !inbox.messages().isEmpty());
            await().pollDelay(A_WHILE).until(() -> true);
            assertThat(outbox.changes()).isEmpty();
            inbox.report("delivered");
            awaitTold();
            assertThat(inbox.texts()).containsExactly(TEXT);
        }
    }

    /// As after a crash: the agent has the message, but not the outbox.
    @Test
    void messageThatMayHaveComeIsSentAgainAndTakenOnce() {
        outbox.addBegun(binding, NOTE, TEXT);
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "held")) {
            courier.wake(binding);
            await().atMost(LIMIT).until(() -> !inbox.messages().isEmpty());
            inbox.report("delivered");
            courier.close();

            sendAgain();

            assertThat(inbox.texts()).containsExactly(TEXT);
            assertThat(agent.record()).isEmpty();
        }
    }

    /// The message lists the ends by their numbers, the outbox by their times.
    @Test
    void messageWhoseEndsCameInAnotherOrderIsTakenOnceToo() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "")) {
            outbox.add(binding, LATER);
            outbox.add(binding, NOTE);
            sendAndClose(inbox);

            sendAgain();

            assertThat(inbox.texts()).containsExactly(BOTH);
        }
    }

    /// As after a crash between the records of two of its ends.
    @Test
    void messageOfWhichOnlyAPartIsRecordedAsTakenIsTakenOnceToo() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "")) {
            outbox.add(binding, NOTE);
            outbox.add(binding, LATER);
            sendAndClose(inbox);
            outbox.markTaken(List.of(NOTE));

            sendAgain();

            assertThat(inbox.texts()).containsExactly(BOTH);
        }
    }

    /// The agent does not answer.
    private void sendAndClose(StandInInbox inbox) {
        courier.wake(binding);
        await().atMost(LIMIT).until(() -> !inbox.messages().isEmpty());
        courier.close();
        inbox.report("delivered");
    }

    private void sendAgain() {
        try (Courier next = courier()) {
            next.wake(binding);
            awaitTold();
        }
    }

    @Test
    void messageThatMayHaveComeIsNotTypedWhileTheInboxIsNotKnown() {
        access = new InboxAccess.Unknown();
        outbox.addBegun(binding, NOTE, TEXT);
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "delivered")) {
            courier.wake(binding);

            assertNothingIsSent(inbox);
            access = new InboxAccess.Open(new SocketInbox(socket, TOKEN));
            courier.wake(binding);
            awaitTold();
            assertThat(inbox.texts()).containsExactly(TEXT);
        }
    }

    @Test
    void messageThatStandsInThePromptIsSubmittedThere() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "delivered")) {
            server.paste(agent.id(), TEXT);
            agent.awaitScreen(screen -> screen.contains("notice]"));
            outbox.addBegun(binding, NOTE, TEXT);

            courier.wake(binding);

            awaitTold();
            assertThat(agent.record()).containsExactly("submitted " + TEXT);
            assertThat(inbox.messages()).isEmpty();
        }
    }

    /// As when a person has typed on while a message was typed, before the inbox was known.
    @Test
    void messageThatStandsInThePromptBesideADraftIsNotSent() {
        try (StandInInbox inbox = StandInInbox.start(socket, TOKEN, "delivered")) {
            server.paste(agent.id(), TEXT);
            agent.awaitScreen(screen -> screen.contains("notice]"));
            type(" and mine");
            outbox.addBegun(binding, NOTE, TEXT);

            courier.wake(binding);

            assertNothingIsSent(inbox);
        }
    }

    @Test
    void resultCanBeToldBesideADraft() {
        type("a draft");

        assertThat(courier.readiness(binding))
                .isEqualTo(new PaneReadiness(Optional.empty(), Way.INBOX))
                .satisfies(seen -> assertThat(seen.way().done()).isEqualTo("sent to its inbox"));
        access = new InboxAccess.None();
        assertThat(courier.readiness(binding))
                .isEqualTo(new PaneReadiness(Optional.of("there is text in the prompt"), Way.KEYS))
                .satisfies(seen -> assertThat(seen.way().done()).isEqualTo("typed"));
    }
}
