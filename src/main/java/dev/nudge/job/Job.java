package dev.nudge.job;

import java.time.Instant;
import java.util.Optional;

/// One job, at one moment.
///
/// @param number from 1, never used again
/// @param target whom to tell of its end; empty means nobody
/// @param stopReason why it was stopped, if it was; one line for a person, without a full stop
public record Job(
        long number,
        JobSpec spec,
        Instant createdAt,
        JobState state,
        Optional<NudgeTarget> target,
        Nudge nudge,
        Optional<String> stopReason) {
    public Job {
        if (number < 1) {
            throw new IllegalArgumentException("job number " + number + " is below 1");
        }
    }

    /// Returns a job that is about to be started.
    ///
    /// @param target whom to tell of its end, if its specification lets anybody be told
    public static Job starting(
            long number, JobSpec spec, Instant createdAt, Optional<NudgeTarget> target) {
        boolean isTold = target.isPresent() && spec.telling() != Telling.SILENT;
        Nudge nudge = isTold ? new Nudge.Pending() : new Nudge.Off();
        return new Job(
                number, spec, createdAt, new JobState.Starting(), target, nudge, Optional.empty());
    }

    /// Returns the job after this event; the same job if the event changes nothing.
    public Job after(JobEvent event) {
        return JobTransition.next(state, event)
                .map(next -> withState(next, stopReason(event)))
                .orElse(this);
    }

    private Optional<String> stopReason(JobEvent event) {
        return event instanceof JobEvent.StopRequested(String reason)
                ? Optional.of(reason)
                : stopReason;
    }

    /// An end of which nobody is to be told closes the nudge.
    private Job withState(JobState next, Optional<String> reason) {
        boolean isUnwanted =
                next instanceof JobState.Ended end && !spec.telling().isFor(end.status());
        Nudge left = isUnwanted ? new Nudge.Off() : nudge;
        return new Job(number, spec, createdAt, next, target, left, reason);
    }

    /// Returns the job with another account of its nudge.
    public Job withNudge(Nudge next) {
        return new Job(number, spec, createdAt, state, target, next, stopReason);
    }

    /// Returns the job bound to another agent.
    public Job withTarget(NudgeTarget next) {
        return new Job(number, spec, createdAt, state, Optional.of(next), nudge, stopReason);
    }

    /// Whether it is over.
    public boolean isEnded() {
        return state instanceof JobState.Ended;
    }
}
