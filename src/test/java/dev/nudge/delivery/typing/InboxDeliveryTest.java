package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import dev.nudge.delivery.inbox.StandInInbox;
import dev.nudge.delivery.message.EndNotes;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
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
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Delivery to the inbox of an agent that is in no pane.
class InboxDeliveryTest {
    private static final String TOKEN = "the word";
    private static final Note NOTE = EndNotes.of(17, "make", new ExitStatus.Exited(0), "all done");
    private static final Note LATER = EndNotes.of(18, "test", new ExitStatus.Exited(0), "passed");
    private static final String TEXT = NudgeMessage.of(List.of(NOTE), 1).text();

    @TempDir private Path folder;
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final ProcessTable processes = new ProcessTable();
    private final AgentBinding agent = binding(ProcessHandle.current());
    private InboxAccess access = new InboxAccess.Unknown();

    private AgentBinding binding(ProcessHandle process) {
        ProcessId id = processes.identify(process.pid()).orElseThrow();
        return AgentBinding.of(NudgeTarget.outside(id.pid(), id.startTime(), "/work"));
    }

    private InboxDelivery.Alone delivery(AgentBinding to) {
        Supplier<TypingProfile> profile = () -> TypingProfile.UNKNOWN.withInbox(access);
        return new InboxDelivery.Alone(new Addressee(to, profile, outbox, processes, Pace.NORMAL));
    }

    private StandInInbox inbox(String status) {
        Path socket = folder.resolve("s");
        access = new InboxAccess.Open(new SocketInbox(socket, TOKEN));
        return StandInInbox.start(socket, TOKEN, status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"busy", "refused"})
    void agentThatIsBusyOrRefusesIsAskedAgain(String status) throws IOException {
        try (StandInInbox inbox = inbox(status)) {
            outbox.add(agent, NOTE);
            InboxDelivery.Alone delivery = delivery(agent);
            assertThat(delivery.attempt()).isInstanceOf(Attempt.Quiet.class);
            assertThat(outbox.changes()).containsExactly("typing", "pending");

            inbox.report("delivered");
            assertThat(delivery.attempt()).isInstanceOf(Attempt.Quiet.class);
            assertThat(outbox.begun()).containsExactly(NOTE);
        }
    }

    /// It may have taken the message: the same one is sent again, which it takes once.
    @Test
    void messageWithoutAnAnswerIsSentAgainWithItsId() throws IOException {
        try (StandInInbox inbox = inbox("delivered")) {
            outbox.addBegun(agent, NOTE, "what was begun");
            outbox.add(agent, LATER);

            assertThat(delivery(agent).attempt()).isInstanceOf(Attempt.Quiet.class);

            assertThat(inbox.texts()).containsExactly("what was begun");
            assertThat(inbox.messages().getFirst().path("msgId").asString())
                    .isEqualTo("00000000000000000000000000000001");
            assertThat(outbox.begun()).containsExactly(NOTE);
        }
    }

    @Test
    void noteWaitsForAnInboxAndIsReceivedOnceThatHasTakenIt() throws IOException {
        outbox.add(agent, NOTE);
        InboxDelivery.Alone delivery = delivery(agent);

        assertThat(delivery.attempt()).isInstanceOf(Attempt.Quiet.class);
        assertThat(outbox.changes()).isEmpty();

        try (StandInInbox inbox = inbox("delivered")) {
            // An agent leaves out what its monitor prints more often.
            assertThat(delivery.attempt()).isEqualTo(new Attempt.Quiet(Duration.ofSeconds(2)));

            assertThat(inbox.texts()).containsExactly(TEXT);
            assertThat(outbox.begun()).containsExactly(NOTE);
            assertThat(delivery.attempt()).isInstanceOf(Attempt.Over.class);
        }
    }

    /// Nothing shows that the agent has not received the answer.
    @Test
    void neitherWhatAnAnswerHasReportedNorWhatIsForAnAgentThatHasEndedIsSent() throws Exception {
        Process program = new ProcessBuilder("sleep", "600").start();
        AgentBinding ended = binding(program.toHandle());
        program.destroyForcibly().waitFor();
        try (StandInInbox inbox = inbox("delivered")) {
            outbox.add(agent, NOTE, new NudgeState.Answered(Instant.now()));
            outbox.add(ended, LATER);
            assertThat(delivery(agent).attempt()).isInstanceOf(Attempt.Over.class);
            assertThat(delivery(ended).attempt()).isInstanceOf(Attempt.Over.class);
            assertThat(inbox.messages()).isEmpty();
        }
    }
}
