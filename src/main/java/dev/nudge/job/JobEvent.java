package dev.nudge.job;

import java.time.Instant;

/// What can happen to a job.
public sealed interface JobEvent {
    /// Its turn has come.
    record StartRequested() implements JobEvent {}

    /// Its command was started.
    record Started(JobState.Launch launch) implements JobEvent {}

    /// Somebody asked it to stop.
    record StopRequested() implements JobEvent {}

    /// It is over, or was found to be.
    record EndSeen(ExitStatus status, Instant at) implements JobEvent {}
}
