package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.InboxAnswer;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Sends messages to the inbox of an agent, where it has one. An agent that has refused one gets
/// the rest as keys.
final class InboxDelivery {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(16);

    private final Pace pace;
    private boolean isRefused;
    private Duration pause;

    InboxDelivery(Pace pace) {
        this.pace = pace;
        this.pause = pace.settle();
    }

    /// Returns the inbox, if the agent takes messages there now; empty if the prompt holds one of
    /// the messages that wait, which was typed.
    Optional<Inbox> open(Look.Shown shown, List<PendingNote> pending) {
        boolean isTyped =
                MessageInFlight.all(pending).stream().anyMatch(m -> m.isAllOf(shown.state()));
        return isRefused || isTyped || !shown.takesByInbox() ? Optional.empty() : shown.inbox();
    }

    /// Finds a message that was sent, and of which it is not known whether the agent has it.
    static Optional<MessageInFlight> sent(List<PendingNote> pending) {
        return MessageInFlight.all(pending).stream()
                .filter(message -> !message.isLeft())
                .findFirst();
    }

    /// Returns whether this message may be in the inbox of an agent that cannot be asked now.
    static boolean isUncertain(Look.Shown shown, MessageInFlight message) {
        return shown.profile().inbox() instanceof InboxAccess.Unknown
                && !message.isLeft()
                && !message.isAllOf(shown.state());
    }

    /// Sends a message. The same one again does no harm: the agent repeats its answer.
    InboxAnswer send(Inbox inbox, MessageInFlight message) {
        InboxAnswer answer = inbox.send(id(message), message.text(), pace.echo());
        isRefused |= answer == InboxAnswer.REFUSED;
        if (answer == InboxAnswer.TAKEN) {
            pause = pace.settle();
        }
        return answer;
    }

    /// Returns how long to wait before a message is sent again that was not taken. Its pane may not
    /// change when the agent would take it. Longer each time.
    Duration nextPause() {
        Duration next = pause;
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
        return next;
    }

    /// Returns an id that the message keeps when it is sent again, by another daemon as well, and
    /// with a part of its notes only.
    private static String id(MessageInFlight message) {
        String id =
                message.id().isEmpty()
                        ? UUID.nameUUIDFromBytes(message.text().getBytes(StandardCharsets.UTF_8))
                                .toString()
                        : message.id();
        return id.replace("-", "");
    }
}
