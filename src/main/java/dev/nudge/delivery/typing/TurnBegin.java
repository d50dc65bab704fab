package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The turn that an idle agent is about to begin with a message that was submitted. Until it has
/// begun, the prompt may be empty and the agent look idle, but what is submitted now would begin a
/// second turn beside it. That it has begun shows in the agent's receipt, or in its record of the
/// conversation. A slow agent may still look idle then, and of one that leaves none, only the
/// screen shows that it works; if it has not shown that after some time, it has begun unseen.
final class TurnBegin {
    private final AgentBinding agent;
    private final NotesToType outbox;
    private final Pace pace;

    /// What was submitted to an agent without receipts that has not been seen working since.
    private final List<Note> unseen = new ArrayList<>();

    /// When the last of it was submitted, by [System#nanoTime()].
    private long submittedAt;

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
    void submitted(Look.Shown shown, List<Note> notes, boolean byInbox) {
        isByInbox = byInbox;
        if (outbox.markTaken(notes)) {
            wasReceiptDue = true;
            return;
        }
        unseen.addAll(notes);
        submittedAt = System.nanoTime();
        if (shown.state().showsWork()) {
            seen();
        }
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
        if (isWorking || limit().isEmpty()) {
            seen();
        }
        return !isWorking && (isReceiptDue || !unseen.isEmpty() || limit().isPresent());
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
        OptionalLong since = unseen.isEmpty() ? receiptedAt : OptionalLong.of(submittedAt);
        return since.isEmpty()
                ? Optional.empty()
                : Optional.of(pace.begin().minusNanos(System.nanoTime() - since.getAsLong()))
                        .filter(Duration::isPositive);
    }
}
