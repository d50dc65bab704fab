package dev.nudge.engine;

import dev.nudge.job.JobState.Launch;
import dev.nudge.store.ExitRecord;
import java.util.Optional;

/// What an engine knows of a job at one moment.
///
/// @param launch its start, if it has been started
/// @param isRequeued whether its cluster has put it back, to start it again
/// @param end its end, if nothing else records that
/// @param isBeingRecorded whether the host of a job that has ended may still record that, as it
///   does after it has reported that the command cannot be started
public record Look(
        Optional<Launch> launch, boolean isRequeued, Optional<End> end, boolean isBeingRecorded) {
    /// Nothing new.
    public static final Look NOTHING = started(Optional.empty());

    /// The job has been put back.
    public static final Look REQUEUED = new Look(Optional.empty(), true, Optional.empty(), false);

    /// An end.
    ///
    /// @param reason why it was stopped, if its cluster says so; one line without a full stop
    public record End(ExitRecord exit, Optional<String> reason) {}

    /// Returns a look at a job whose command was started.
    public static Look started(Optional<Launch> launch) {
        return new Look(launch, false, Optional.empty(), false);
    }

    /// Returns a look at a job that has ended.
    public static Look ended(boolean isBeingRecorded) {
        return new Look(Optional.empty(), false, Optional.empty(), isBeingRecorded);
    }

    /// Returns the same with its end.
    public Look over(ExitRecord exit, Optional<String> reason) {
        return new Look(launch, false, Optional.of(new End(exit, reason)), false);
    }
}
