package dev.nudge.job;

import java.time.Instant;

/// The last question of a job, and whether the agent has been notified of it.
///
/// @param at when the daemon learned of it
/// @param isStanding whether the job still waits for the answer
public record Asked(Question question, Instant at, boolean isStanding, Nudge nudge) {
    /// Returns the question with another account of its nudge.
    Asked withNudge(Nudge next) {
        return new Asked(question, at, isStanding, next);
    }

    /// Returns the question, waiting for its answer or not.
    Asked standing(boolean next) {
        return new Asked(question, at, next, nudge);
    }

    /// Returns whether this has not been reported to the agent yet. A question answered meanwhile
    /// is not reported, unless its message is already being typed: that is finished, since a
    /// half-typed one would stay in the agent's prompt forever.
    public boolean isOpen() {
        return nudge instanceof Nudge.Typing || (isStanding && nudge.isOpen());
    }
}
