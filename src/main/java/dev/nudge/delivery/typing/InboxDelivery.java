package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.Deliverer.GrowingPause;
import dev.nudge.delivery.typing.Deliverer.MessageRow;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Sends messages to the inbox of an agent, if it has one. After a refusal, messages are typed
/// instead, or sent again if nothing may be typed.
final class InboxDelivery {
    private final Addressee to;
    private final MessageRow row;
    private boolean isRefused;

    /// The id of the message that was last sent for the first time; empty if there is none.
    private String begun = "";

    /// Since when the agent has looked idle but accepted nothing, by [System#nanoTime()].
    private OptionalLong busySince = OptionalLong.empty();

    InboxDelivery(Addressee to, MessageRow row) {
        this.to = to;
        this.row = row;
    }

    record Sent(MessageInFlight message, InboxAnswer answer) {}

    /// Returns the inbox, if the agent takes messages there now; empty also if a waiting message
    /// was typed before and is in the prompt, perhaps with other text.
    Optional<Inbox> open(Look.Shown shown, List<PendingNote> pending) {
        if (!shown.takesByInbox()) {
            busySince = OptionalLong.empty();
            return Optional.empty();
        }
        boolean isTyped =
                MessageInFlight.all(pending).stream().anyMatch(m -> m.isIn(shown.state()));
        boolean isOff = isRefused && shown.profile().isTyped();
        return isOff || isTyped ? Optional.empty() : shown.inbox();
    }

    private static Optional<MessageInFlight> sent(List<PendingNote> pending) {
        return MessageInFlight.all(pending).stream()
                .filter(message -> !message.isLeft())
                .findFirst();
    }

    /// Returns whether the message may be in an inbox that cannot be asked now.
    static boolean isUncertain(Look.Shown shown, MessageInFlight message) {
        return shown.profile().inbox() instanceof InboxAccess.Unknown
                && !message.isLeft()
                && !message.isAllOf(shown.state());
    }

    /// Sends a message, first one that may not have arrived. A message that the agent will not get
    /// is pending again afterwards, so that a hook may report it.
    ///
    /// @param idleAt as for [NotesToType#markTyping]
    /// @return empty if the notes have been reported in another way meanwhile
    Optional<Sent> send(Inbox inbox, List<PendingNote> pending, Optional<Instant> idleAt)
            throws IOException {
        Optional<MessageInFlight> message = sent(pending);
        if (message.isEmpty()) {
            NudgeMessage next = row.next(PendingNote.notes(pending));
            if (!to.outbox().markTyping(next.notes(), next.text(), idleAt)) {
                return Optional.empty();
            }
            // Sends what was recorded, so that it is the same message if it is sent again.
            message = sent(to.pending());
            begun = message.map(InboxDelivery::id).orElse(begun);
        }
        if (message.isEmpty()) {
            return Optional.empty();
        }
        InboxAnswer answer = send(inbox, message.get());
        switch (answer) {
            case TAKEN -> row.count(message.get().notes(), PendingNote.notes(pending));
            case BUSY, REFUSED -> to.outbox().markPending(message.get().notes());
            case NONE -> {}
        }
        return Optional.of(new Sent(message.get(), answer));
    }

    /// Sends a message, perhaps again, which is harmless: the agent repeats its answer. A busy
    /// agent may be busy with this very message, unless it was first sent here.
    private InboxAnswer send(Inbox inbox, MessageInFlight message) {
        InboxAnswer answer =
                inbox.send(id(message), news(message), message.text(), to.pace().echo());
        isRefused |= answer == InboxAnswer.REFUSED;
        boolean isBusy = answer == InboxAnswer.BUSY;
        busySince =
                isBusy || answer == InboxAnswer.REFUSED
                        ? OptionalLong.of(busySince.orElseGet(System::nanoTime))
                        : OptionalLong.empty();
        return isBusy && !begun.equals(id(message)) ? InboxAnswer.NONE : answer;
    }

    /// Returns how long to wait before a message is sent again. The pause grows with the time for
    /// which the agent has taken none: its pane may not change when it takes one.
    Duration pause() {
        return busySince.isEmpty()
                ? to.pace().trust()
                : Duration.ofNanos(
                        Math.clamp(
                                System.nanoTime() - busySince.getAsLong(),
                                to.pace().settle().toNanos(),
                                GrowingPause.LONGEST.toNanos()));
    }

    private static Set<String> news(MessageInFlight message) {
        return message.notes().stream()
                .map(note -> note.job() + " " + note.at())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Returns the message's id in the inbox. It stays the same when the message is sent again.
    private static String id(MessageInFlight message) {
        return message.id().replace("-", "");
    }

    /// Delivers to an agent that is in no pane. Nothing shows whether it is idle, or has begun a
    /// turn: only its inbox can answer that it takes nothing now. No hook finds the agent either,
    /// so a message that its inbox has taken counts as received.
    static final class Alone implements Deliverer {
        /// The shortest time between two messages. An agent may leave out what its monitor prints
        /// more often (rule R133), and Qwen Code what comes to its inbox (rule R112).
        private static final Duration SPACING = Duration.ofSeconds(2);

        private final Addressee to;
        private final InboxDelivery inboxes;
        private final GrowingPause pause = new GrowingPause(Pace.FIRST_WAIT);

        Alone(Addressee to) {
            this.to = to;
            this.inboxes = new InboxDelivery(to, new MessageRow());
        }

        @Override
        public Attempt attempt() throws IOException {
            // Nothing shows that the answer to a call was not received: its note stays for the next
            // agent.
            List<PendingNote> due = Addressee.due(to.pending(), false);
            if (due.isEmpty() || to.isGone()) {
                return new Attempt.Over();
            }
            if (!(to.profile().get().inbox() instanceof InboxAccess.Open(Inbox inbox))) {
                return pause.before();
            }
            Optional<Sent> sent = inboxes.send(inbox, due, Optional.empty());
            if (sent.isEmpty()) {
                return new Attempt.Quiet(Pace.FIRST_WAIT);
            }
            if (sent.get().answer() != InboxAnswer.TAKEN) {
                return pause.before();
            }
            // An agent that has ended does not read its inbox any more.
            if (to.isGone()) {
                return new Attempt.Over();
            }
            pause.reset();
            to.outbox().markBegun(sent.get().message().notes());
            return new Attempt.Quiet(SPACING);
        }
    }
}
