package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.InboxAnswer;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
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
    private final MessageRow row = new MessageRow();
    private final Duration firstPause;
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
        this.inboxes = new InboxDelivery(pace);
        this.firstPause = pace.firstWait();
        this.pause = new GrowingPause(firstPause);
    }

    @Override
    public Optional<String> waiting() {
        return Optional.empty();
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
        return profile.get().inbox() instanceof InboxAccess.Open(Inbox inbox)
                ? send(inbox, due)
                : later();
    }

    /// Sends a message, first one that may not have arrived.
    private Attempt send(Inbox inbox, List<PendingNote> due) throws IOException {
        Optional<MessageInFlight> sent = InboxDelivery.sent(due);
        if (sent.isPresent()) {
            return sent(sent.get(), inboxes.send(inbox, sent.get()), due);
        }
        NudgeMessage message = row.next(due.stream().map(PendingNote::note).toList());
        if (!outbox.markTyping(message.notes(), message.text(), Optional.empty())) {
            return new Attempt.Quiet(firstPause);
        }
        // Sends what was recorded, so that it is the same message if it is sent again.
        Optional<MessageInFlight> begun = InboxDelivery.sent(outbox.pending(agent));
        return begun.isPresent()
                ? sent(begun.get(), inboxes.begin(inbox, begun.get()), due)
                : new Attempt.Quiet(firstPause);
    }

    private Attempt sent(MessageInFlight message, InboxAnswer answer, List<PendingNote> due)
            throws IOException {
        List<Note> notes = message.notes();
        return switch (answer) {
            case TAKEN -> {
                // An agent that has ended does not read its inbox any more.
                if (processes.isGone(agent.agent())) {
                    yield new Attempt.Over();
                }
                row.count(notes, due.stream().map(PendingNote::note).toList());
                pause.reset();
                outbox.markBegun(notes);
                yield new Attempt.Quiet(SPACING);
            }
            case NONE -> later();
            case BUSY, REFUSED -> {
                outbox.markPending(notes);
                yield later();
            }
        };
    }

    /// Looks again after a pause: nothing announces that the agent takes messages.
    private Attempt later() {
        return pause.before();
    }
}
