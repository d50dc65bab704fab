package dev.nudge.job;

import java.time.Instant;
import java.util.Optional;

/// One job, at one moment.
///
/// @param number from 1, never used again
/// @param target whom to tell of its end; empty means nobody
public record Job(
        long number,
        JobSpec spec,
        Instant createdAt,
        JobState state,
        Optional<NudgeTarget> target,
        Nudge nudge) {
    public Job {
        if (number < 1) {
            throw new IllegalArgumentException("job number " + number + " is below 1");
        }
    }

    /// Returns the job after this event; the same job if the event changes nothing.
    public Job after(JobEvent event) {
        return JobTransition.next(state, event).map(this::withState).orElse(this);
    }

    private Job withState(JobState next) {
        return new Job(number, spec, createdAt, next, target, nudge);
    }

    /// Returns the job with another account of its nudge.
    public Job withNudge(Nudge next) {
        return new Job(number, spec, createdAt, state, target, next);
    }

    /// Returns the job bound to another agent.
    public Job withTarget(NudgeTarget next) {
        return new Job(number, spec, createdAt, state, Optional.of(next), nudge);
    }

    /// Whether it is over.
    public boolean isEnded() {
        return state instanceof JobState.Ended;
    }
}
