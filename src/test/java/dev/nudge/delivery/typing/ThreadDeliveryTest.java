package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.queue.StandInServer;
import dev.nudge.delivery.queue.ThreadQueue;
import dev.nudge.delivery.typing.Deliverer.Attempt;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Delivery by the queue of a thread, at a server that does what a test wants.
class ThreadDeliveryTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Pace PACE =
            new Pace(SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT);

    /// The id that [MemoryOutbox] gives to what was begun by an earlier daemon.
    private static final String ID = "00000000-0000-0000-0000-000000000001";

    private static final String TEXT = "what was begun";

    @TempDir private Path folder;
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final Note note = EndNotes.of(1, "make", new ExitStatus.Exited(0), "done");
    private final ProcessTable processes = new ProcessTable();
    private final AgentBinding agent = agent();
    private StandInServer server;
    private ThreadDelivery delivery;

    private AgentBinding agent() {
        ProcessId self = processes.identify(ProcessHandle.current().pid()).orElseThrow();
        return AgentBinding.of(NudgeTarget.thread("a-thread", self.pid(), self.startTime()));
    }

    @BeforeEach
    void start() {
        Path socket = folder.resolve("s");
        server = StandInServer.start(socket, folder.resolve("record"));
        InboxAccess queue = new InboxAccess.Queue(new ThreadQueue(socket, agent.thread()));
        delivery =
                new ThreadDelivery(
                        new Addressee(
                                agent,
                                () -> TypingProfile.UNKNOWN.withInbox(queue),
                                outbox,
                                processes,
                                PACE));
    }

    @AfterEach
    void end() {
        server.close();
    }

    /// Makes so many attempts as a courier makes in some time.
    private void attempt(int times) throws IOException {
        for (int i = 0; i < times && !(delivery.attempt() instanceof Attempt.Over); i++) {
            await().pollDelay(SHORT.plusMillis(5)).until(() -> true);
        }
    }

    @Test
    void messageIsReceivedOnceTheRecordShowsIt() throws IOException {
        outbox.add(agent, note);

        attempt(3);

        assertThat(server.added()).singleElement().asString().contains("job 1, ");
        assertThat(outbox.begun()).containsExactly(note);
        assertThat(delivery.attempt()).isInstanceOf(Attempt.Over.class);
    }

    private void addBegun(boolean isForEarlierServer) {
        if (isForEarlierServer) {
            outbox.addLeft(agent, note, TEXT);
        } else {
            outbox.addBegun(agent, note, TEXT);
        }
    }

    /// The queue outlives a server, and the thread is the same.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messageOfAnEarlierDaemonThatTheThreadHasTakenIsNotSentAgain(boolean isForEarlierServer)
            throws IOException {
        server.put(ID, TEXT);
        addBegun(isForEarlierServer);
        attempt(4);
        assertThat(server.added()).isEmpty();
        assertThat(outbox.begun()).containsExactly(note);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void messageThatNeverCameIntoTheQueueIsSent(boolean isForEarlierServer) throws IOException {
        addBegun(isForEarlierServer);
        attempt(8);
        assertThat(server.added()).hasSize(1);
        assertThat(outbox.begun()).containsExactly(note);
    }

    @Test
    void messageOfAnEarlierDaemonInTheQueueOfAThreadThatWorksIsAwaited() throws IOException {
        server.become("active", false);
        server.put(ID, TEXT);
        outbox.addBegun(agent, note, TEXT);
        attempt(5);
        assertThat(server.waiting()).isEqualTo(1);
        assertThat(outbox.begun()).isEmpty();

        server.become("active", true);
        attempt(2);

        assertThat(server.added()).isEmpty();
        assertThat(outbox.begun()).containsExactly(note);
    }

    @Test
    void nothingIsSentAgainWhileTheThreadMayBeTakingIt() throws IOException {
        server.become("active", true);
        outbox.addBegun(agent, note, TEXT);

        attempt(8);

        assertThat(server.added()).isEmpty();
        assertThat(outbox.changes()).isEmpty();
    }

    @Test
    void messageThatAnIdleThreadDoesNotTakeIsWithdrawn() throws IOException {
        server.become("idle", false);
        outbox.add(agent, note);

        attempt(3);

        assertThat(server.added()).hasSize(1);
        assertThat(server.waiting()).isZero();
        assertThat(outbox.changes()).containsExactly("typing", "pending");
        assertThat(outbox.begun()).isEmpty();
    }

    @Test
    void messageIsWithdrawnFromAThreadThatNobodyHasOpen() throws IOException {
        server.become("notLoaded", false);
        server.put(ID, TEXT);
        outbox.addBegun(agent, note, TEXT);

        attempt(1);

        assertThat(server.waiting()).isZero();
        assertThat(outbox.changes()).containsExactly("pending");
    }

    @Test
    void nothingIsPutIntoTheQueueOfAThreadThatNobodyHasOpen() throws IOException {
        server.become("notLoaded", false);
        outbox.add(agent, note);
        attempt(3);
        assertThat(server.added()).isEmpty();

        server.become("idle", true);
        attempt(2);

        assertThat(outbox.begun()).containsExactly(note);
    }

    @Test
    void messageThatIsRefusedWaits() throws IOException {
        server.refuse();
        outbox.add(agent, note);

        attempt(1);

        assertThat(outbox.changes()).containsExactly("typing", "pending");
        assertThat(outbox.begun()).isEmpty();
    }

    @Test
    void serverThatIsGoneIsAskedLater() throws IOException {
        server.close();
        outbox.add(agent, note);

        assertThat(delivery.attempt()).isInstanceOf(Attempt.Quiet.class);
        assertThat(outbox.changes()).isEmpty();
    }

    @Test
    void answerThatAWorkingThreadMayBeReceivingIsNotReported() throws IOException {
        server.become("active", true);
        outbox.addAnswered(agent, note);
        attempt(3);
        assertThat(server.added()).isEmpty();

        server.become("idle", true);
        attempt(2);

        assertThat(outbox.begun()).containsExactly(note);
    }
}
