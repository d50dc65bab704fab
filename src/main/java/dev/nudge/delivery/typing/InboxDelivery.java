package dev.nudge.delivery.typing;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.InboxAnswer;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Sends messages to the inbox of an agent, where it has one. An agent that has refused one gets
/// the rest as keys.
final class InboxDelivery {
    private static final int ID_LENGTH = 32;

    private final Duration limit;
    private boolean isRefused;

    /// @param limit how long the agent may take to answer
    InboxDelivery(Duration limit) {
        this.limit = limit;
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
    InboxAnswer send(Inbox inbox, List<Note> notes, String text) {
        InboxAnswer answer = inbox.send(id(notes, text), text, limit);
        isRefused |= answer == InboxAnswer.REFUSED;
        return answer;
    }

    /// Returns an id that the message keeps when it is sent again, by another daemon as well.
    private static String id(List<Note> notes, String text) {
        StringBuilder whole = new StringBuilder(text);
        notes.forEach(n -> whole.append('\n').append(n.job()).append(n.at().toEpochMilli()));
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(whole.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, ID_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
