package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The turn that an agent is about to begin with a message that was submitted. Until it has begun,
/// the prompt may be empty and the agent look idle, but what is submitted now would begin a second
/// turn beside it, or be lost. That it has begun shows in the agent's receipt, or in its record of
/// the conversation. A slow agent may still look idle then, and of one that leaves none, only the
/// screen shows that it works; if it has not shown that some time after it has drawn the message,
/// it has begun unseen. A working agent begins the turn after the one that it works on: between
/// them, it may look idle.
final class TurnBegin {
    private final AgentBinding agent;
    private final NotesToType outbox;
    private final Pace pace;

    /// What was submitted to an agent without receipts that has not been seen to begin a turn
    /// since.
    private final List<Note> unseen = new ArrayList<>();

    /// The last message of it.
    private TypedText text = TypedText.of("");

    /// Whether the agent may still work on what was before it.
    private boolean isQueued;

    /// Since when the agent may begin a turn with it, by [System#nanoTime()].
    private long possibleSince;

    /// When the agent was seen to have drawn it since then, by [System#nanoTime()].
    private OptionalLong drawnAt = OptionalLong.empty();

    /// Whether the last message went to an inbox.
    private boolean isByInbox;

    /// Whether a receipt was awaited when that was last asked.
    private boolean wasReceiptDue;

    /// When the receipt was seen to have come, by [System#nanoTime()]; empty if the agent has been
    /// seen working since.
    private OptionalLong receiptedAt = OptionalLong.empty();

    TurnBegin(AgentBinding agent, NotesToType outbox, Pace pace) {
        this.agent = agent;
        this.outbox = outbox;
        this.pace = pace;
    }

    /// Records that a message was submitted.
    ///
    /// @param shown the pane before that
    /// @param byInbox whether it went to an inbox, so that no hook of the agent tells of the turn
    void submitted(Look.Shown shown, List<Note> notes, String message, boolean byInbox) {
        isByInbox = byInbox;
        if (outbox.markTaken(notes)) {
            wasReceiptDue = true;
            return;
        }
        unseen.addAll(notes);
        text = TypedText.of(message);
        isQueued = shown.state().showsWork();
        restart();
    }

    /// Allows the agent all the time once more.
    private void restart() {
        possibleSince = System.nanoTime();
        drawnAt = OptionalLong.empty();
    }

    /// Returns whether only a look at the agent shows that the turn has begun. Blocks on the file
    /// system only.
    boolean isAwaited() {
        boolean isReceiptDue = isReceiptDue();
        return !unseen.isEmpty() || (isByInbox && isReceiptDue) || limit().isPresent();
    }

    /// Returns whether the agent looks idle, but is to begin a turn. Blocks on the file system
    /// only.
    boolean isDue(Look.Shown shown) {
        boolean isWorking = shown.state().showsWork();
        boolean isReceiptDue = isReceiptDue();
        if (isWorking) {
            receiptedAt = OptionalLong.empty();
        }
        look(shown, isWorking);
        if ((isWorking && !isQueued) || limit().isEmpty()) {
            seen();
        }
        return !isWorking && (isReceiptDue || !unseen.isEmpty() || limit().isPresent());
    }

    /// Takes note of what the agent has drawn. Work on what was before ends with a look at an idle
    /// agent, or is not told apart from that which is awaited.
    private void look(Look.Shown shown, boolean isWorking) {
        if (isQueued) {
            isQueued = !shown.state().isIdle();
            restart();
        }
        boolean isAsked = !unseen.isEmpty() && !isWorking && drawnAt.isEmpty();
        if (isAsked && shown.showsSubmitted(text)) {
            drawnAt = OptionalLong.of(System.nanoTime());
        }
    }

    private boolean isReceiptDue() {
        boolean isDue = outbox.isTurnDue(agent);
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
            outbox.markBegun(List.copyOf(unseen));
            unseen.clear();
        }
    }

    /// Returns how long to wait until the agent shows that it works; empty if that is not expected,
    /// or only once its receipt has come.
    Optional<Duration> limit() {
        if (unseen.isEmpty()) {
            return receiptedAt.isEmpty()
                    ? Optional.empty()
                    : left(pace.begin(), receiptedAt.getAsLong());
        }
        return drawnAt.isEmpty()
                ? left(pace.echo(), possibleSince)
                : left(pace.begin(), drawnAt.getAsLong());
    }

    private static Optional<Duration> left(Duration limit, long since) {
        return Optional.of(limit.minusNanos(System.nanoTime() - since))
                .filter(Duration::isPositive);
    }
}
