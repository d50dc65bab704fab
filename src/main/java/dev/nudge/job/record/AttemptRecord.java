package dev.nudge.job.record;

import dev.nudge.job.ClusterJob;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.ExitStatus.Signaled;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Attempt;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.JobState.Launch;
import dev.nudge.job.JobState.Pauses;
import dev.nudge.job.Signal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An [Attempt] as flat data, in a [JobRecord], which says more. Append only, as that is.
///
/// @param pid the process of the command; null if it was not started
/// @param startedAt null if it was not started
/// @param outputEnd how many bytes the job's log held at its end
/// @param isRun true if it was an end of the job, which was restarted in place; null for a retry
/// @param cluster where it ran in a cluster; null on this machine
public record AttemptRecord(
        @Nullable Long pid,
        @Nullable Instant startedAt,
        Instant endedAt,
        @Nullable Integer exitCode,
        long outputEnd,
        @Nullable String signal,
        @Nullable String notStarted,
        @Nullable String skipped,
        @Nullable String lost,
        @Nullable Boolean isRun,
        @Nullable ClusterRecord cluster) {
    static @Nullable List<AttemptRecord> of(Job job) {
        return job.attempts().isEmpty()
                ? null
                : job.attempts().stream().map(AttemptRecord::of).toList();
    }

    private static AttemptRecord of(Attempt attempt) {
        Ended end = attempt.end();
        ExitStatus status = end.status();
        return new AttemptRecord(
                end.launch().map(Launch::pid).map(JobRecord::orNull).orElse(null),
                end.launch().map(Launch::at).orElse(null),
                end.at(),
                status instanceof ExitStatus.Exited(int code) ? code : null,
                attempt.outputEnd(),
                status instanceof Signaled(Signal by) ? by.name() : null,
                status instanceof ExitStatus.NotStarted(String why) ? why : null,
                status instanceof ExitStatus.Skipped(String why) ? why : null,
                status instanceof ExitStatus.Lost(String why) ? why : null,
                attempt.isRun() ? true : null,
                ClusterRecord.of(end.cluster()));
    }

    Attempt restore() {
        return new Attempt(
                new Ended(
                        launch(),
                        status(exitCode, signal, notStarted, skipped, lost)
                                .orElseGet(() -> new ExitStatus.Lost("its end is not recorded")),
                        endedAt,
                        startedAt == null ? place() : Optional.empty()),
                outputEnd,
                isRun != null && isRun);
    }

    private Optional<Launch> launch() {
        OptionalLong process = pid == null ? OptionalLong.empty() : OptionalLong.of(pid);
        return Optional.ofNullable(startedAt)
                .map(at -> new Launch(process, at, Pauses.NONE, place()));
    }

    private Optional<ClusterJob> place() {
        return Optional.ofNullable(cluster).map(ClusterRecord::restore);
    }

    /// Restores how a command ended, which one of these says; empty if none does.
    static Optional<ExitStatus> status(
            @Nullable Integer exitCode,
            @Nullable String signal,
            @Nullable String notStarted,
            @Nullable String skipped,
            @Nullable String lost) {
        return Optional.ofNullable(exitCode)
                .<ExitStatus>map(ExitStatus.Exited::new)
                .or(() -> Optional.ofNullable(signal).map(Signal::named).map(Signaled::new))
                .or(() -> Optional.ofNullable(notStarted).map(ExitStatus.NotStarted::new))
                .or(() -> Optional.ofNullable(skipped).map(ExitStatus.Skipped::new))
                .or(() -> Optional.ofNullable(lost).map(ExitStatus.Lost::new));
    }

    /// A job in a cluster as flat data, in a [JobRecord]. Append only, as that is.
    ///
    /// @param engine the name of the engine that has handed it to the cluster
    /// @param id the cluster's own name for it
    /// @param node the machine on which its command runs, or has run; null before that
    /// @param restarts how often the cluster has started it again; null for never
    public record ClusterRecord(
            String engine, String id, @Nullable String node, @Nullable Integer restarts) {
        static @Nullable ClusterRecord of(Optional<ClusterJob> cluster) {
            return cluster.map(job ->
                            new ClusterRecord(
                                    job.engine(),
                                    job.id(),
                                    job.node().orElse(null),
                                    job.restarts() == 0 ? null : job.restarts()))
                    .orElse(null);
        }

        ClusterJob restore() {
            return new ClusterJob(
                    engine, id, Optional.ofNullable(node), Objects.requireNonNullElse(restarts, 0));
        }
    }
}
