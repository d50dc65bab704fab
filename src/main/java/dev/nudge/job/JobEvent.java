package dev.nudge.job;

import java.time.Instant;

/// An event that can happen to a job.
public sealed interface JobEvent {
    /// Its command was started.
    record Started(JobState.Launch launch) implements JobEvent {}

    /// It is to be stopped.
    ///
    /// @param reason one line for a person, without a full stop
    record StopRequested(String reason) implements JobEvent {}

    /// It is over, or was found to be.
    record EndSeen(ExitStatus status, Instant at) implements JobEvent {}
}
