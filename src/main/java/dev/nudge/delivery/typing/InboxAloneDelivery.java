package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.delivery.typing.InboxDelivery.Sent;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Sends waiting notes to the inbox of an agent that is in no pane.
///
/// Nothing shows whether the agent is idle, or that it has begun a turn: it says itself that it
/// takes nothing now, or queues the message. No hook finds an agent without a pane, so a message
/// that its inbox has taken counts as received.
final class InboxAloneDelivery implements Deliverer {
    /// The shortest time between two messages. An agent may leave out what its monitor prints more
    /// often (rule R133), and Qwen Code what comes to its inbox (rule R112).
    private static final Duration SPACING = Duration.ofSeconds(2);

    private final AgentBinding agent;
    private final Supplier<TypingProfile> profile;
    private final NotesToType outbox;
    private final ProcessTable processes;
    private final InboxDelivery inboxes;
    private final Pace pace;
    private final GrowingPause pause;

    /// @param profile asked in each attempt for the inbox of the agent
    InboxAloneDelivery(
            AgentBinding agent,
            Supplier<TypingProfile> profile,
            NotesToType outbox,
            ProcessTable processes,
            Pace pace) {
        this.agent = agent;
        this.profile = profile;
        this.outbox = outbox;
        this.processes = processes;
        this.inboxes = new InboxDelivery(agent, outbox, new MessageRow(), pace);
        this.pace = pace;
        this.pause = new GrowingPause(pace.firstWait());
    }

    @Override
    public Attempt attempt() throws IOException {
        // Nothing shows that the answer to a call was not received: its note stays for the next
        // agent.
        List<PendingNote> due =
                outbox.pending(agent).stream().filter(note -> !note.isAnswered()).toList();
        if (due.isEmpty() || processes.isGone(agent.agent())) {
            return new Attempt.Over();
        }
        if (!(profile.get().inbox() instanceof InboxAccess.Open(Inbox inbox))) {
            return pause.before();
        }
        Optional<Sent> sent = inboxes.send(inbox, due, Optional.empty());
        if (sent.isEmpty()) {
            return new Attempt.Quiet(pace.firstWait());
        }
        if (sent.get().answer() != InboxAnswer.TAKEN) {
            return pause.before();
        }
        // An agent that has ended does not read its inbox any more.
        if (processes.isGone(agent.agent())) {
            return new Attempt.Over();
        }
        pause.reset();
        outbox.markBegun(sent.get().message().notes());
        return new Attempt.Quiet(SPACING);
    }
}
