package dev.nudge.job;

import dev.nudge.job.JobState.Active;
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
import org.jspecify.annotations.Nullable;

/// An event that can happen to a job.
public sealed interface JobEvent {
    /// It has been chosen from the queue, and its host is about to be started.
    record Due() implements JobEvent {}

    /// It is known that no host has started its command, and that none will: it waits again.
    record Returned() implements JobEvent {}

    /// It is not to be started until it is released, or is released.
    record Held(boolean isHeld) implements JobEvent {}

    record Submitted(ClusterJob cluster) implements JobEvent {}

    /// The cluster has ended its command, and is going to start it again.
    record Requeued() implements JobEvent {}

    record Started(JobState.Launch launch) implements JobEvent {}

    /// Its processes are to be stopped until it is continued. It has run for `ran`, without pauses.
    record PauseBegun(Instant at, Duration ran, boolean isWithGroup) implements JobEvent {}

    /// Its processes are to be continued as soon as that is possible.
    record ContinueRequested() implements JobEvent {}

    /// Its processes have been continued; its command was started `age` ago.
    record PauseEnded(Instant at, Duration age) implements JobEvent {}

    /// It is to be stopped, for a reason of one line, and may take `grace` to end by itself.
    record StopRequested(String reason, Duration grace) implements JobEvent {
        /// Describes the reason for an end that has come, or is to be given the usual time.
        public StopRequested(String reason) {
            this(reason, JobLimits.GRACE);
        }
    }

    /// Its command is to be started again: it waits. Its log holds `outputEnd` bytes.
    record AttemptFailed(ExitStatus status, Instant at, long outputEnd) implements JobEvent {}

    /// It is to be started again after its end: it waits. Its log holds `outputEnd` bytes.
    record Restarted(long outputEnd) implements JobEvent {}

    /// It is over, or was found to be.
    record EndSeen(ExitStatus status, Instant at) implements JobEvent {}

    /// The single place that defines which event leads from which state to which.
    final class JobTransition {
        private JobTransition() {}

        /// Returns the next state; null if the event changes nothing, such as a second start. A
        /// start is accepted in every state before it, and an end in every state but the last: the
        /// truth about a process is never refused.
        public static @Nullable JobState next(JobState state, JobEvent event) {
            return switch (event) {
                case Held(boolean isHeld) ->
                        state instanceof Queued(boolean was) && was != isHeld
                                ? new Queued(isHeld)
                                : null;
                case Due _ ->
                        state instanceof Queued(boolean isHeld) && !isHeld ? new Starting() : null;
                case Returned _ -> state instanceof Starting ? new Queued(false) : null;
                case Submitted(var cluster) ->
                        state instanceof Starting || state instanceof Queued
                                ? new JobState.Submitted(cluster)
                                : null;
                // A job that is to be stopped stays so: it is ended once the cluster starts it.
                case Requeued _ ->
                        state.cluster()
                                .filter(_ -> state.isActive())
                                .map(job -> new JobState.Submitted(job.requeued()))
                                .orElse(null);
                case Started(var launch) -> started(state, launch);
                case PauseBegun begin -> paused(state, begin);
                case ContinueRequested _ ->
                        state instanceof Paused(var launch, var at, var ran, var with, var isAsked)
                                        && !isAsked
                                ? new Paused(launch, at, ran, with, true)
                                : null;
                case PauseEnded(var at, var age) ->
                        state instanceof Paused(var launch, _, var ran, _, _)
                                ? new Running(
                                        launch.after(new Pauses(age.minus(ran), Optional.of(at))))
                                : null;
                case StopRequested(_, var grace) -> stopping(state, grace);
                case AttemptFailed _ ->
                        switch (state) {
                            // Its group keeps it from starting again, if it was paused with it.
                            case Paused paused -> new Queued(!paused.isWithGroup());
                            case Active _ -> new Queued(false);
                            default -> null;
                        };
                case Restarted _ -> state instanceof Ended ? new Queued(false) : null;
                case EndSeen(var status, var at) -> ended(state, status, at);
            };
        }

        /// Keeps a job's name in its cluster, whether its command is known to have run or not.
        private static @Nullable JobState ended(JobState state, ExitStatus status, Instant at) {
            return switch (state) {
                case Ended _ -> null;
                case JobState.Submitted(var in, _) ->
                        new Ended(Optional.empty(), status, at, Optional.of(in));
                default -> new Ended(state.launched(), status, notBefore(state, at));
            };
        }

        /// Returns the time of an end, which some hosts know to the second only.
        static Instant notBefore(JobState state, Instant end) {
            return state.launched().map(Launch::at).filter(end::isBefore).orElse(end);
        }

        private static @Nullable JobState started(JobState state, Launch launch) {
            return switch (state) {
                case Starting _, Queued _ -> new Running(launch);
                case JobState.Submitted(_, var grace) ->
                        grace.<JobState>map(toEnd -> new Stopping(launch, toEnd))
                                .orElseGet(() -> new Running(launch));
                default -> null;
            };
        }

        /// A job that was paused with its group, and then by itself, no longer continues with its
        /// group. One that was to continue no longer is.
        private static @Nullable JobState paused(JobState state, PauseBegun begin) {
            boolean isWithGroup = begin.isWithGroup();
            return switch (state) {
                case Running(var launch) ->
                        new Paused(launch, begin.at(), begin.ran(), isWithGroup);
                case Paused(var launch, var at, var ran, var was, var isToContinue)
                        when isToContinue || (was && !isWithGroup) ->
                        new Paused(launch, at, ran, isWithGroup);
                default -> null;
            };
        }

        private static @Nullable JobState stopping(JobState state, Duration grace) {
            return switch (state) {
                case Active active -> new Stopping(active.launch(), grace);
                // There is nothing to stop yet.
                case JobState.Submitted(var in, _) ->
                        new JobState.Submitted(in, Optional.of(grace));
                default -> null;
            };
        }
    }
}
