package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The turn that an idle agent is about to begin with a message that was submitted. Until it has
/// begun, the prompt may be empty and the agent look idle, but what is submitted now would begin a
/// second turn beside it. That it has begun shows in the agent's receipt, or in its record of the
/// conversation. Of an agent that leaves none, the screen shows that it works; if it has not shown
/// that after some time, it has begun unseen.
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
        return !unseen.isEmpty() || (isByInbox && outbox.isTurnDue(agent));
    }

    /// Returns whether the agent looks idle, but is to begin a turn. Blocks on the file system
    /// only.
    boolean isDue(Look.Shown shown) {
        boolean isWorking = shown.state().showsWork();
        if (isWorking || limit().isEmpty()) {
            seen();
        }
        return !isWorking && (outbox.isTurnDue(agent) || !unseen.isEmpty());
    }

    private void seen() {
        if (!unseen.isEmpty()) {
            outbox.markBegun(List.copyOf(unseen));
            unseen.clear();
        }
    }

    /// Returns how long to wait for an agent without receipts; empty if nothing is due of one.
    Optional<Duration> limit() {
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of(pace.begin().minusNanos(System.nanoTime() - submittedAt))
                        .filter(Duration::isPositive);
    }
}
