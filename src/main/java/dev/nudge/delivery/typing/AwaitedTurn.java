package dev.nudge.delivery.typing;

import dev.nudge.delivery.typing.AgentPane.Look;
import java.time.Duration;
import java.util.OptionalLong;

/// The turn that an agent without receipts is about to begin with a message. Only the screen shows
/// that it has begun: the agent works. A slow agent may look idle for some time before. An agent
/// that has queued the message first works on its current turn, and may look idle between the two;
/// as long as it has not been seen idle, its work may belong to either. Everything that it has
/// queued becomes one turn (rule R9).
final class AwaitedTurn {
    private final TypedText message;
    private final boolean wasQueued;
    private final Pace pace;

    /// Whether the agent has queued the message, and has not been seen idle since.
    private boolean isQueued;

    /// When the message was submitted; if it was queued, when the agent was first seen idle after
    /// that. By [System#nanoTime()].
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

    boolean isQueued() {
        return isQueued;
    }

    /// Returns whether the turn has begun: the agent works, or its time is up, and it must have
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

    /// Returns how much time is left for the agent to show that it works: short once it has drawn
    /// the message. A queued message may have been drawn long before, so that does not count.
    Duration left() {
        return drawnAt.isPresent()
                ? pace.begin().minusNanos(System.nanoTime() - drawnAt.getAsLong())
                : pace.echo().minusNanos(System.nanoTime() - since);
    }
}
