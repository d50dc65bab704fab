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
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Delivery by the queue of a thread, at a server that does what a test wants.
class ThreadDeliveryTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Pace PACE =
            new Pace(SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT);

    private static final String TEXT = "what was begun";

    @TempDir private Path folder;
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final Note note = EndNotes.of(1, "make", new ExitStatus.Exited(0), "done");
    private final ProcessTable processes = new ProcessTable();
    private AgentBinding agent;
    private StandInServer server;
    private ThreadDelivery delivery;

    @BeforeEach
    void start() {
        ProcessId self = processes.identify(ProcessHandle.current().pid()).orElseThrow();
        agent = AgentBinding.of(NudgeTarget.thread("a-thread", self.pid(), self.startTime()));
        Path socket = folder.resolve("s");
        server = StandInServer.start(socket, folder.resolve("record"));
        InboxAccess queue = new InboxAccess.Queue(new ThreadQueue(socket, agent.thread()));
        TypingProfile profile = TypingProfile.UNKNOWN.withInbox(queue);
        delivery = new ThreadDelivery(new Addressee(agent, () -> profile, outbox, processes, PACE));
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

    /// The queue outlives a server, and the thread is the same.
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void messageOfAnEarlierDaemonIsSentAgainOnlyIfTheThreadHasNotTakenIt(
            boolean isForEarlierServer, boolean isTaken) throws IOException {
        if (isTaken) {
            server.put(MemoryOutbox.ID, TEXT);
        }
        if (isForEarlierServer) {
            outbox.addLeft(agent, note, TEXT);
        } else {
            outbox.addBegun(agent, note, TEXT);
        }
        attempt(8);
        assertThat(server.added()).hasSize(isTaken ? 0 : 1);
        assertThat(outbox.begun()).containsExactly(note);
    }

    @Test
    void messageOfAnEarlierDaemonInTheQueueOfAThreadThatWorksIsAwaited() throws IOException {
        server.become("active", false);
        server.put(MemoryOutbox.ID, TEXT);
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
    void messageForAThreadThatNobodyHasOpenIsWithdrawnAndWaits() throws IOException {
        server.become("notLoaded", false);
        server.put(MemoryOutbox.ID, TEXT);
        outbox.addBegun(agent, note, TEXT);

        attempt(1);

        assertThat(server.waiting()).isZero();
        assertThat(outbox.changes()).containsExactly("pending");
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
        outbox.add(agent, note, new NudgeState.Answered(Instant.now()));
        attempt(3);
        assertThat(server.added()).isEmpty();

        server.become("idle", true);
        attempt(2);

        assertThat(outbox.begun()).containsExactly(note);
    }
}
