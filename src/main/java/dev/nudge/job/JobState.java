package dev.nudge.job;

import dev.nudge.job.JobEvent.JobTransition;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// The state of a job. Each variant holds exactly what is valid then.
public sealed interface JobState {
    /// It waits to be started; one that is held, until it is released.
    record Queued(boolean isHeld) implements JobState {}

    /// Its host is being started.
    record Starting() implements JobState {}

    /// It has been handed to a cluster, which has not started it yet.
    ///
    /// @param in how the cluster knows it
    /// @param grace as in [Stopping], if it is to be stopped: it is ended if it starts nevertheless
    record Submitted(ClusterJob in, Optional<Duration> grace) implements JobState {
        public Submitted(ClusterJob in) {
            this(in, Optional.empty());
        }
    }

    /// The command has been started, and nobody has asked it to stop.
    sealed interface Active extends JobState {
        Launch launch();
    }

    /// The command runs.
    record Running(Launch launch) implements Active {}

    /// The command does not run for the present: its processes are stopped, as by SIGSTOP.
    ///
    /// @param at when it was paused
    /// @param ran how long it had run by then, without the pauses before
    /// @param isWithGroup whether it was paused together with its group, which lets it continue too
    /// @param isToContinue whether it is to continue as soon as its cluster can be reached
    record Paused(
            Launch launch, Instant at, Duration ran, boolean isWithGroup, boolean isToContinue)
            implements Active {
        public Paused(Launch launch, Instant at, Duration ran, boolean isWithGroup) {
            this(launch, at, ran, isWithGroup, false);
        }
    }

    /// The command runs and has been asked to stop; it may take `grace` to end by itself after
    /// SIGTERM.
    record Stopping(Launch launch, Duration grace) implements JobState {}

    /// The end; nothing follows, unless the job is restarted in place.
    ///
    /// @param launch its start; empty if it never ran, or nothing is known of that
    /// @param in its place in a cluster; empty if it was in none, or has a launch, which says that
    record Ended(Optional<Launch> launch, ExitStatus status, Instant at, Optional<ClusterJob> in)
            implements JobState {
        /// Describes the end of one whose start says where it ran, or that was in no cluster.
        public Ended(Optional<Launch> launch, ExitStatus status, Instant at) {
            this(launch, status, at, Optional.empty());
        }
    }

    /// A start of a job's command before the last one.
    ///
    /// @param end how it ended
    /// @param outputEnd how many bytes its log held then, where the output of the next start begins
    /// @param isRun whether this was an end of the job, which was then restarted in place;
    ///   otherwise its command had failed and was started again by itself
    record Attempt(Ended end, long outputEnd, boolean isRun) {
        /// Returns the attempt that this event makes of the last start; empty if it makes none.
        static Optional<Attempt> of(JobState state, JobEvent event) {
            return switch (event) {
                case JobEvent.AttemptFailed(ExitStatus status, Instant at, long outputEnd) ->
                        Optional.of(
                                new Attempt(
                                        new Ended(
                                                start(state),
                                                status,
                                                JobTransition.notBefore(state, at)),
                                        outputEnd,
                                        false));
                case JobEvent.Restarted(long outputEnd) ->
                        state.ended()
                                .map(end -> new Ended(start(state), end.status(), end.at()))
                                .map(end -> new Attempt(end, outputEnd, true));
                default -> Optional.empty();
            };
        }

        /// Returns the start without its pauses, which are not kept.
        private static Optional<Launch> start(JobState state) {
            return state.launched().map(launch -> launch.after(Pauses.NONE));
        }
    }

    /// The start of a command, or of a timer or a watch.
    ///
    /// @param pid the process id of the command, which is also its process group and session; empty
    ///   for a timer and a watch
    /// @param pauses in which it did not run
    /// @param cluster where it was started; empty for this machine
    record Launch(OptionalLong pid, Instant at, Pauses pauses, Optional<ClusterJob> cluster) {
        public static Launch of(long pid, Instant at) {
            return new Launch(OptionalLong.of(pid), at, Pauses.NONE, Optional.empty());
        }

        public static Launch withoutProcess(Instant at) {
            return new Launch(OptionalLong.empty(), at, Pauses.NONE, Optional.empty());
        }

        public Launch after(Pauses others) {
            return new Launch(pid, at, others, cluster);
        }

        public Launch in(ClusterJob job) {
            return new Launch(pid, at, pauses, Optional.of(job));
        }
    }

    /// The pauses of a command that are over.
    ///
    /// @param total how long they were together, not negative
    /// @param lastEnd when the last one was over; empty if there was none
    record Pauses(Duration total, Optional<Instant> lastEnd) {
        public static final Pauses NONE = new Pauses(Duration.ZERO, Optional.empty());

        public Pauses {
            total = total.isNegative() ? Duration.ZERO : total;
        }
    }

    /// Returns when it was started, and as which process; empty before that.
    default Optional<Launch> launched() {
        return switch (this) {
            case Queued _, Starting _, Submitted _ -> Optional.empty();
            case Active active -> Optional.of(active.launch());
            case Stopping(Launch launch, _) -> Optional.of(launch);
            case Ended(Optional<Launch> launch, _, _, _) -> launch;
        };
    }

    /// Returns how the cluster knows it, to which it has been handed; empty if it has not been.
    default Optional<ClusterJob> cluster() {
        return submitted()
                .or(() -> ended().flatMap(Ended::in))
                .or(() -> launched().flatMap(Launch::cluster));
    }

    /// Returns whether it waits to be started: here, or in its cluster.
    default boolean isWaiting() {
        return this instanceof Queued || submitted().isPresent();
    }

    default boolean isHeld() {
        return this instanceof Queued(boolean isHeld) && isHeld;
    }

    /// Returns how the cluster knows it in which it waits to be started; empty if it waits in none.
    default Optional<ClusterJob> submitted() {
        return this instanceof Submitted(ClusterJob in, _) ? Optional.of(in) : Optional.empty();
    }

    /// Returns whether its host is being started, and may be about to record that the command runs.
    default boolean isStarting() {
        return this instanceof Starting;
    }

    /// Returns whether it no longer waits, and has not ended.
    default boolean isUnderWay() {
        return !isWaiting() && ended().isEmpty();
    }

    default boolean isRunning() {
        return this instanceof Running;
    }

    default boolean isActive() {
        return this instanceof Active;
    }

    default Optional<Paused> paused() {
        return this instanceof Paused pause ? Optional.of(pause) : Optional.empty();
    }

    default boolean isPausedWithGroup() {
        return paused().filter(Paused::isWithGroup).isPresent();
    }

    /// Returns how long it may take to end by itself; empty if it has not been asked to stop.
    default Optional<Duration> stopGrace() {
        return switch (this) {
            case Stopping(_, Duration grace) -> Optional.of(grace);
            case Submitted(_, Optional<Duration> grace) -> grace;
            default -> Optional.empty();
        };
    }

    default Optional<Ended> ended() {
        return this instanceof Ended end ? Optional.of(end) : Optional.empty();
    }

    /// Returns the word for this state in lists and in JSON, such as `queued`, `held` or `running`:
    /// the name of its class, unless it is held.
    default String word() {
        return isHeld() ? "held" : getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
