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

/// Sends messages to the inbox of an agent, if it has one. After a refusal, messages are typed
/// instead, or sent again if nothing may be typed.
final class InboxDelivery {
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    private final Pace pace;
    private boolean isRefused;

    /// The id of the message that was last sent for the first time; empty if there is none.
    private String begun = "";

    /// Since when the agent has looked idle but accepted nothing, by [System#nanoTime()].
    private OptionalLong busySince = OptionalLong.empty();

    InboxDelivery(Pace pace) {
        this.pace = pace;
    }

    /// Returns the inbox, if the agent takes messages there now; empty also if one of the waiting
    /// messages is in the prompt, perhaps with other text, since it was typed.
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

    /// Finds a message that was sent and may not have arrived.
    static Optional<MessageInFlight> sent(List<PendingNote> pending) {
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

    /// Sends a message for the first time.
    InboxAnswer begin(Inbox inbox, MessageInFlight message) {
        begun = id(message);
        return send(inbox, message);
    }

    /// Sends a message. Sending it again is harmless: the agent repeats its answer. A busy agent
    /// may be busy with this very message, unless it was first sent here.
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

    /// Returns how long to wait before a message that was not taken is sent again. The pause grows
    /// with the time for which the agent has taken none, since its pane may not change when it
    /// does.
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

    /// Returns the id of the message in the inbox. It stays the same when another daemon sends the
    /// message again, or only a part of its notes is left.
    private static String id(MessageInFlight message) {
        return message.id().replace("-", "");
    }
}
