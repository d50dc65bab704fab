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

    /// Returns whether this has not been reported to the agent yet. What was answered meanwhile is
    /// not reported, unless its message is being typed already: that is finished, since what is
    /// half typed would be in the agent's prompt for ever. Lines that a watch has found and offered
    /// have no answer.
    public boolean isOpen() {
        return nudge instanceof Nudge.Typing
                || (nudge instanceof Nudge.Offered && question.kind() == Question.Kind.MATCH)
                || (isStanding && nudge.isOpen());
    }
}
