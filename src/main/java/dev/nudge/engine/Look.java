package dev.nudge.engine;

import dev.nudge.job.JobState.Launch;
import dev.nudge.store.ExitRecord;
import java.util.Optional;

/// What an engine knows of a job at one moment.
///
/// @param launch its start, if it has been started
/// @param isRequeued whether its cluster has put it back, to start it again
/// @param end its end, if nothing else records that
public record Look(Optional<Launch> launch, boolean isRequeued, Optional<End> end) {
    /// Nothing new.
    public static final Look NOTHING = new Look(Optional.empty(), false, Optional.empty());

    /// An end.
    ///
    /// @param reason why it was stopped, if its cluster says so; one line without a full stop
    public record End(ExitRecord exit, Optional<String> reason) {}

    /// Returns a look at a job whose command was started.
    public static Look started(Optional<Launch> launch) {
        return new Look(launch, false, Optional.empty());
    }

    /// Returns the same with its end.
    public Look over(ExitRecord exit, Optional<String> reason) {
        return new Look(launch, false, Optional.of(new End(exit, reason)));
    }
}
