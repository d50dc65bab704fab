package dev.nudge.engine.slurm;

import dev.nudge.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What Slurm has said of a job.
///
/// @param asked the job as it was before Slurm was asked
/// @param found empty if Slurm does not know it any more
/// @param since when it was first said so
record Sight(Job asked, Optional<SlurmJob> found, Instant since) {
    /// Returns the state; empty if Slurm does not know the job any more.
    Optional<SlurmState> state() {
        return found.map(SlurmJob::state);
    }

    /// Returns the same sight of a job that is in another state.
    Sight in(SlurmState other) {
        return new Sight(asked, found.map(job -> job.in(other)), since);
    }

    /// Returns whether Slurm is done with the job.
    boolean isOver() {
        return state().map(SlurmState::isEnded).orElse(true);
    }

    /// Returns whether the job waits in Slurm's queue, perhaps again.
    boolean isWaiting() {
        return state().filter(state -> state.phase() == SlurmState.Phase.WAITING).isPresent();
    }

    /// Returns whether Slurm is done with the job for certain.
    ///
    /// @param patience how long one that Slurm does not know may be only overlooked
    boolean isCertainlyOver(Instant now, Duration patience) {
        return isOver()
                && (found.isPresent() || Duration.between(since, now).compareTo(patience) >= 0);
    }

    /// Returns this sight, as of the time of the one before if that said the same.
    Sight after(Optional<Sight> before) {
        return before.filter(earlier -> earlier.state().equals(state()))
                .map(earlier -> new Sight(asked, found, earlier.since))
                .orElse(this);
    }
}
