package dev.nudge.job;

import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Paused;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.JobState.Queued;
import dev.nudge.job.JobState.Running;
import dev.nudge.job.JobState.Starting;
import dev.nudge.job.JobState.Stopping;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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

    /// Its processes are to be stopped until it is continued. It has run for `ran`, without pauses.
    record PauseBegun(Instant at, Duration ran, boolean isWithGroup) implements JobEvent {}

    /// Its processes are to be continued as soon as that is possible.
    record ContinueRequested() implements JobEvent {}

    /// Its processes have been continued; its command was started `age` ago.
    record PauseEnded(Instant at, Duration age) implements JobEvent {}

    /// It is to be stopped, for a reason of one line without a full stop, and may take `grace` to
    /// end by itself.
    record StopRequested(String reason, Duration grace) implements JobEvent {
        /// Describes the reason for an end that has come, or is to be given the usual time.
        public StopRequested(String reason) {
            this(reason, JobLimits.GRACE);
        }
    }

    /// Its command has ended and is to be started again: it waits again. Its log holds `outputEnd`
    /// bytes.
    record AttemptFailed(ExitStatus status, Instant at, long outputEnd) implements JobEvent {}

    /// It has ended, and is to be started again under its number: it waits. Its log holds as many
    /// bytes.
    record Restarted(long outputEnd) implements JobEvent {}

    /// It is over, or was found to be.
    record EndSeen(ExitStatus status, Instant at) implements JobEvent {}

    /// The single place that defines which event leads from which state to which.
    final class JobTransition {
        private JobTransition() {}

        /// Returns the next state; empty if the event changes nothing in this state (a second
        /// start, an end that is already known). A start is accepted in every state before it, and
        /// an end in every state but the last: the truth about a process is never refused.
        public static Optional<JobState> next(JobState state, JobEvent event) {
            return switch (event) {
                case Held(boolean isHeld) ->
                        state instanceof Queued(boolean was) && was != isHeld
                                ? Optional.of(new Queued(isHeld))
                                : Optional.empty();
                case Due _ ->
                        state instanceof Queued(boolean isHeld) && !isHeld
                                ? Optional.of(new Starting())
                                : Optional.empty();
                case Returned _ ->
                        state instanceof Starting
                                ? Optional.of(new Queued(false))
                                : Optional.empty();
                case Submitted(var cluster) -> submitted(state, cluster);
                case Requeued _ -> requeued(state);
                case Started(var launch) -> started(state, launch);
                case PauseBegun begin -> paused(state, begin);
                case ContinueRequested _ -> toBeContinued(state);
                case PauseEnded end -> continued(state, end);
                case StopRequested(_, var grace) -> stopping(state, grace);
                case AttemptFailed _ -> failed(state);
                case Restarted _ ->
                        state instanceof Ended ? Optional.of(new Queued(false)) : Optional.empty();
                case EndSeen(var status, var at) -> ended(state, status, at);
            };
        }

        /// How its cluster knows a job is kept, whether its command is known to have been started
        /// or not.
        private static Optional<JobState> ended(JobState state, ExitStatus status, Instant at) {
            return switch (state) {
                case Ended _ -> Optional.empty();
                case JobState.Submitted(var in, _) ->
                        Optional.of(new Ended(Optional.empty(), status, at, Optional.of(in)));
                default -> Optional.of(new Ended(state.launched(), status, notBefore(state, at)));
            };
        }

        /// Returns the time of an end, which some hosts know to the second only.
        static Instant notBefore(JobState state, Instant end) {
            return state.launched().map(Launch::at).filter(end::isBefore).orElse(end);
        }

        private static Optional<JobState> started(JobState state, JobState.Launch launch) {
            return switch (state) {
                case Starting _, Queued _ -> Optional.of(new Running(launch));
                case JobState.Submitted(_, var grace) ->
                        Optional.of(
                                grace.<JobState>map(toEnd -> new Stopping(launch, toEnd))
                                        .orElseGet(() -> new Running(launch)));
                default -> Optional.empty();
            };
        }

        private static Optional<JobState> submitted(JobState state, ClusterJob cluster) {
            return switch (state) {
                case Starting _, Queued _ -> Optional.of(new JobState.Submitted(cluster));
                default -> Optional.empty();
            };
        }

        /// A job that is to be stopped stays so: it is ended as soon as the cluster has started it.
        private static Optional<JobState> requeued(JobState state) {
            return state.isActive()
                    ? state.cluster().map(job -> new JobState.Submitted(job.requeued()))
                    : Optional.empty();
        }

        /// A job that was paused with its group, and then by itself, no longer continues with its
        /// group. One that was to continue no longer is.
        private static Optional<JobState> paused(JobState state, PauseBegun begin) {
            return switch (state) {
                case Running(var launch) ->
                        Optional.of(
                                new Paused(launch, begin.at(), begin.ran(), begin.isWithGroup()));
                case Paused(var launch, var at, var ran, var isWithGroup, var isToContinue)
                        when isToContinue || (isWithGroup && !begin.isWithGroup()) ->
                        Optional.of(
                                new Paused(
                                        launch,
                                        at,
                                        ran,
                                        begin.isWithGroup() && (isWithGroup || isToContinue)));
                default -> Optional.empty();
            };
        }

        private static Optional<JobState> toBeContinued(JobState state) {
            return state
                                    instanceof
                                    Paused(
                                            var launch,
                                            var at,
                                            var ran,
                                            var isWithGroup,
                                            var isAsked)
                            && !isAsked
                    ? Optional.of(new Paused(launch, at, ran, isWithGroup, true))
                    : Optional.empty();
        }

        private static Optional<JobState> continued(JobState state, PauseEnded end) {
            return state instanceof Paused(var launch, _, var ran, _, _)
                    ? Optional.of(
                            new Running(
                                    launch.after(
                                            new Pauses(
                                                    end.age().minus(ran), Optional.of(end.at())))))
                    : Optional.empty();
        }

        private static Optional<JobState> stopping(JobState state, Duration grace) {
            return switch (state) {
                case Running(var launch) -> Optional.of(new Stopping(launch, grace));
                case Paused(var launch, _, _, _, _) -> Optional.of(new Stopping(launch, grace));
                // There is nothing to stop yet.
                case JobState.Submitted(var in, _) ->
                        Optional.of(new JobState.Submitted(in, Optional.of(grace)));
                default -> Optional.empty();
            };
        }

        private static Optional<JobState> failed(JobState state) {
            return switch (state) {
                case Running _ -> Optional.of(new Queued(false));
                // Its group keeps it from being started again, if it was paused with it.
                case Paused(_, _, _, var isWithGroup, _) -> Optional.of(new Queued(!isWithGroup));
                default -> Optional.empty();
            };
        }
    }
}
