package dev.nudge.delivery.typing;

import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The turn that an idle agent is about to begin with a message that was submitted. Until it has
/// begun, the prompt may be empty and the agent look idle, but what is submitted now would begin a
/// second turn beside it. That it has begun shows in the agent's receipt, or in its record of the
/// conversation. Of an agent that leaves none, the screen shows that it works.
final class TurnBegin {
    private final AgentBinding agent;
    private final NotesToType outbox;
    private final Pace pace;

    /// When a message was submitted to an agent without receipts that was idle and has not been
    /// seen working since, by [System#nanoTime()].
    private OptionalLong submittedAt = OptionalLong.empty();

    /// Whether the last message went to an inbox.
    private boolean isByInbox;

    TurnBegin(AgentBinding agent, NotesToType outbox, Pace pace) {
        this.agent = agent;
        this.outbox = outbox;
        this.pace = pace;
    }

    /// Notes that a message was submitted.
    ///
    /// @param shown the pane before that
    /// @param leavesReceipt whether the agent shows by itself when it begins a turn with it
    /// @param byInbox whether it went to an inbox, so that no hook of the agent tells of the turn
    void submitted(Look.Shown shown, boolean leavesReceipt, boolean byInbox) {
        isByInbox = byInbox;
        if (!leavesReceipt && !shown.state().showsWork()) {
            submittedAt = OptionalLong.of(System.nanoTime());
        }
    }

    /// Returns whether only a look at the agent shows that the turn has begun. Blocks on the file
    /// system only.
    boolean isAwaited() {
        return isByInbox && outbox.isTurnDue(agent);
    }

    /// Returns whether the agent looks idle, but is to begin a turn. Blocks on the file system
    /// only.
    boolean isDue(Look.Shown shown) {
        if (shown.state().showsWork()) {
            submittedAt = OptionalLong.empty();
            return false;
        }
        return outbox.isTurnDue(agent) || limit().isPresent();
    }

    /// Returns how long to wait for an agent without receipts; empty if nothing is due of one.
    Optional<Duration> limit() {
        return submittedAt.isEmpty()
                ? Optional.empty()
                : Optional.of(pace.begin().minusNanos(System.nanoTime() - submittedAt.getAsLong()))
                        .filter(Duration::isPositive);
    }
}
