package dev.nudge.job;

import dev.nudge.job.cluster.ClusterJob;
import java.time.Duration;
import java.time.Instant;

/// An event that can happen to a job.
public sealed interface JobEvent {
    /// It has been chosen from the queue, and its host is about to be started.
    record Due() implements JobEvent {}

    /// It is known that no host has started its command, and that none will: it waits again.
    record Returned() implements JobEvent {}

    /// It is not to be started until it is released, or is released.
    record Held(boolean isHeld) implements JobEvent {}

    /// It has been handed to a cluster.
    record Submitted(ClusterJob cluster) implements JobEvent {}

    /// The cluster has ended its command, and is going to start it again.
    record Requeued() implements JobEvent {}

    /// Its command was started.
    record Started(JobState.Launch launch) implements JobEvent {}

    /// Its processes are to be stopped until it is continued.
    ///
    /// @param ran how long its command has run, without pauses
    /// @param isWithGroup whether together with its group
    record PauseBegun(Instant at, Duration ran, boolean isWithGroup) implements JobEvent {}

    /// Its processes are to be continued as soon as that is possible.
    record ContinueRequested() implements JobEvent {}

    /// Its processes have been continued.
    ///
    /// @param age how long ago its command was started
    record PauseEnded(Instant at, Duration age) implements JobEvent {}

    /// It is to be stopped.
    ///
    /// @param reason one line for a person, without a full stop
    /// @param grace how long it may take to end by itself
    record StopRequested(String reason, Duration grace) implements JobEvent {
        /// Describes the reason for an end that has come, or is to be given the usual time.
        public StopRequested(String reason) {
            this(reason, JobLimits.GRACE);
        }
    }

    /// Its command has ended and is to be started again: it waits again.
    ///
    /// @param status how it has ended
    /// @param outputEnd how many bytes its log holds
    record AttemptFailed(ExitStatus status, Instant at, long outputEnd) implements JobEvent {}

    /// It has ended, and is to be started again under its number: it waits.
    ///
    /// @param outputEnd how many bytes its log holds
    record Restarted(long outputEnd) implements JobEvent {}

    /// It is over, or was found to be.
    record EndSeen(ExitStatus status, Instant at) implements JobEvent {}
}
