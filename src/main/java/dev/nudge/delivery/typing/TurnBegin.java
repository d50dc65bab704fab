package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The turn that an agent is about to begin with a submitted message. Until it has begun, the agent
/// may look idle, but another message would begin a second turn beside it, or be lost. A receipt or
/// the record of the conversation shows that it has begun, after which a slow agent may still look
/// idle. For an agent that leaves neither, only the screen shows it ([AwaitedTurn]).
final class TurnBegin {
    private final Addressee to;

    /// Notes submitted to an idle agent without receipts that has not been seen to work since.
    private final List<Note> unseen = new ArrayList<>();

    /// The turn with the last message to an agent without receipts, until it has begun.
    private @Nullable AwaitedTurn awaited;

    private boolean isByInbox;

    private boolean wasReceiptDue;

    /// When the receipt was noticed, by [System#nanoTime()]; empty once the agent is seen working.
    private OptionalLong receiptedAt = OptionalLong.empty();

    TurnBegin(Addressee to) {
        this.to = to;
    }

    /// Records that the agent has taken a message from its inbox: no hook reports the turn.
    void sent(List<Note> notes, String message) {
        isByInbox = true;
        taken(notes, message, false);
    }

    /// Records that the agent has taken a message from its prompt.
    ///
    /// @param isQueued whether it went into a queue: then its turn follows the current one
    void submitted(List<Note> notes, String message, boolean isQueued) {
        isByInbox = false;
        taken(notes, message, isQueued);
    }

    private void taken(List<Note> notes, String message, boolean isQueued) {
        if (to.outbox().markTaken(notes)) {
            wasReceiptDue = true;
            return;
        }
        unseen.addAll(notes);
        if (isQueued) {
            seen(); // what is in its queue counts as received
        }
        awaited = new AwaitedTurn(TypedText.of(message), isQueued, to.pace());
    }

    /// Returns whether only a look at the agent can show that the turn has begun.
    boolean isAwaited() {
        boolean isReceiptDue = isReceiptDue();
        return awaited != null || (isByInbox && isReceiptDue) || limit().isPresent();
    }

    /// Returns whether the agent looks idle, but is about to begin a turn.
    boolean isDue(Look.Shown shown) {
        boolean isWorking = shown.state().showsWork();
        boolean isReceiptDue = isReceiptDue();
        if (isWorking) {
            receiptedAt = OptionalLong.empty();
        }
        boolean isSeenToBeDue = isSeenToBeDue(shown);
        return isSeenToBeDue || (!isWorking && (isReceiptDue || limit().isPresent()));
    }

    private boolean isSeenToBeDue(Look.Shown shown) {
        if (awaited != null && awaited.hasBegun(shown)) {
            awaited = null;
            seen();
        }
        return awaited != null && !shown.state().showsWork();
    }

    private boolean isReceiptDue() {
        boolean isDue = to.outbox().isTurnDue(to.agent());
        if (isDue || isByInbox) {
            receiptedAt = OptionalLong.empty();
        } else if (wasReceiptDue) {
            receiptedAt = OptionalLong.of(System.nanoTime());
        }
        wasReceiptDue = isDue;
        return isDue;
    }

    private void seen() {
        if (!unseen.isEmpty()) {
            to.outbox().markBegun(List.copyOf(unseen));
            unseen.clear();
        }
    }

    boolean isQueued() {
        return awaited != null && awaited.isQueued();
    }

    /// Returns how much longer the agent may take to show that it works; empty if that is not
    /// expected, or only after its receipt.
    Optional<Duration> limit() {
        if (isQueued()) {
            return Optional.of(to.pace().trust());
        }
        if (awaited != null) {
            Duration left = awaited.left();
            return Optional.of(left.isPositive() ? left : Pace.LOOK);
        }
        return receiptedAt.isEmpty()
                ? Optional.empty()
                : Optional.of(
                                to.pace()
                                        .begin()
                                        .minusNanos(System.nanoTime() - receiptedAt.getAsLong()))
                        .filter(Duration::isPositive);
    }

    /// The turn that an agent without receipts is about to begin with a message. It has begun once
    /// the agent is seen to work. An agent that has queued the message first works on its current
    /// turn, and may look idle between the two; as long as it has not been seen idle, its work may
    /// belong to either. Everything that it has queued becomes one turn (rule R9).
    static final class AwaitedTurn {
        private final TypedText message;
        private final boolean wasQueued;
        private final Pace pace;

        /// Whether the agent has queued the message, and has not been seen idle since.
        private boolean isQueued;

        /// When the message was submitted; if it was queued, when the agent was first seen idle
        /// after that. By [System#nanoTime()].
        private long since = System.nanoTime();

        /// When a message that was not queued was first seen on the screen, by [System#nanoTime()].
        private OptionalLong drawnAt = OptionalLong.empty();

        AwaitedTurn(TypedText message, boolean isQueued, Pace pace) {
            this.message = message;
            this.wasQueued = isQueued;
            this.isQueued = isQueued;
            this.pace = pace;
        }

        boolean isQueued() {
            return isQueued;
        }

        /// Returns whether the turn has begun: the agent works, or time is up and it began unseen.
        boolean hasBegun(Look.Shown shown) {
            if (isQueued) {
                isQueued = !shown.state().isIdle();
                since = System.nanoTime();
                return false;
            }
            if (shown.state().showsWork()) {
                return true;
            }
            if (!wasQueued && drawnAt.isEmpty() && shown.showsSubmitted(message)) {
                drawnAt = OptionalLong.of(System.nanoTime());
            }
            return !left().isPositive();
        }

        /// Returns how much time is left for the agent to show that it works: little once it has
        /// drawn the message, unless that was queued, and so may have been drawn long before.
        Duration left() {
            return drawnAt.isPresent()
                    ? pace.begin().minusNanos(System.nanoTime() - drawnAt.getAsLong())
                    : pace.echo().minusNanos(System.nanoTime() - since);
        }
    }
}
