package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.InboxAnswer;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Sends messages to the inbox of an agent, where it has one. An agent that has refused one gets
/// the rest as keys; if nothing may be typed into it, it is asked again.
final class InboxDelivery {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final Pace pace;
    private boolean isRefused;

    /// The id of the message that was begun last; empty if none was.
    private String begun = "";

    /// Since when the agent has looked idle and taken nothing, by [System#nanoTime()].
    private OptionalLong busySince = OptionalLong.empty();

    InboxDelivery(Pace pace) {
        this.pace = pace;
    }

    /// Returns the inbox, if the agent takes messages there now; empty if one of the messages that
    /// wait is in the prompt, perhaps with something else: it was typed.
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

    /// Sends a message for the first time.
    InboxAnswer begin(Inbox inbox, MessageInFlight message) {
        begun = id(message);
        return send(inbox, message);
    }

    /// Sends a message. The same one again does no harm: the agent repeats its answer. An agent may
    /// be busy with the very message, if it was begun by something else.
    InboxAnswer send(Inbox inbox, MessageInFlight message) {
        InboxAnswer answer = inbox.send(id(message), news(message), message.text(), pace.echo());
        isRefused |= answer == InboxAnswer.REFUSED;
        boolean isBusy = answer == InboxAnswer.BUSY;
        busySince =
                isBusy || answer == InboxAnswer.REFUSED
                        ? OptionalLong.of(busySince.orElseGet(System::nanoTime))
                        : OptionalLong.empty();
        return isBusy && !begun.equals(id(message)) ? InboxAnswer.NONE : answer;
    }

    /// Returns how long to wait until a message that was not taken is sent again: while the agent
    /// takes none, as long again as that has lasted, since its pane may not change when it does.
    Duration pause() {
        return busySince.isEmpty()
                ? pace.trust()
                : Duration.ofNanos(
                        Math.clamp(
                                System.nanoTime() - busySince.getAsLong(),
                                pace.settle().toNanos(),
                                LONGEST_PAUSE.toNanos()));
    }

    private static Set<String> news(MessageInFlight message) {
        return message.notes().stream()
                .map(note -> note.job() + " " + note.at())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Returns an id that the message keeps when it is sent again, by another daemon as well, and
    /// with a part of its notes only.
    private static String id(MessageInFlight message) {
        return message.id().replace("-", "");
    }
}
