package dev.nudge.delivery.typing;

import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.OptionalLong;

/// The turn that an agent without receipts is about to begin with a message. Only the screen shows
/// that it has begun: the agent works. A slow agent may look idle for some time before that. One
/// that has queued the message also works on what was before it, and may look idle between the two
/// turns; if it has not been seen idle, its work may be on either. All that it has queued becomes
/// one turn (rule R9).
final class AwaitedTurn {
    private final TypedText message;
    private final boolean wasQueued;
    private final Pace pace;

    /// Whether the agent has not been seen idle since it has queued the message.
    private boolean isQueued;

    /// When the message was submitted, or, if it was queued, the agent was first seen idle after
    /// that, by [System#nanoTime()].
    private long since = System.nanoTime();

    /// When a message that was not queued was first seen on the screen, by [System#nanoTime()].
    private OptionalLong drawnAt = OptionalLong.empty();

    /// @param isQueued whether the agent may still work on what was before the message
    AwaitedTurn(TypedText message, boolean isQueued, Pace pace) {
        this.message = message;
        this.wasQueued = isQueued;
        this.isQueued = isQueued;
        this.pace = pace;
    }

    /// Returns whether the agent has not been seen idle since it has queued the message.
    boolean isQueued() {
        return isQueued;
    }

    /// Returns whether the turn has begun: the agent works on it, or has had its time and must have
    /// begun unseen.
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

    /// Returns how long the agent still has to show that it works: a short time once it has drawn
    /// the message. What it had queued it may have drawn long before.
    Duration left() {
        return drawnAt.isPresent()
                ? pace.begin().minusNanos(System.nanoTime() - drawnAt.getAsLong())
                : pace.echo().minusNanos(System.nanoTime() - since);
    }
}
