package dev.nudge.engine;

import dev.nudge.job.Job;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LaunchOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The start of a job's command.
///
/// @param directory the job's
/// @param order what the command starts with
/// @param input the file that is its standard input; empty for `/dev/null`
/// @param hasTicket whether the job has waited in the queue: its directory holds a ticket then,
///   which the host takes before it starts the command
/// @param choice what its group says
/// @param before the jobs of the same cluster that must have ended, and have not
public record JobStart(
        Job job,
        JobDirectory directory,
        LaunchOrder order,
        Optional<Path> input,
        boolean hasTicket,
        EngineChoice choice,
        List<Before> before) {
    public JobStart {
        if (!hasTicket && !choice.isLocal()) {
            throw new IllegalArgumentException("a cluster is only handed jobs with tickets");
        }
        before = List.copyOf(before);
    }

    /// Returns the start, on this machine, of a job that does not wait.
    public static JobStart atOnce(
            Job job, JobDirectory directory, LaunchOrder order, Optional<Path> input) {
        return new JobStart(job, directory, order, input, false, EngineChoice.LOCAL, List.of());
    }

    /// Returns the start of a job that has waited.
    ///
    /// @param order what was kept for it
    public static JobStart queued(
            Job job,
            JobDirectory directory,
            LaunchOrder order,
            EngineChoice choice,
            List<Before> before) {
        Optional<Path> input = order.hasInput() ? Optional.of(directory.input()) : Optional.empty();
        return new JobStart(job, directory, order, input, true, choice, before);
    }

    /// A job that must have ended first.
    ///
    /// @param id the cluster's own name for it
    /// @param mustSucceed whether it must have ended with exit code 0
    public record Before(String id, boolean mustSucceed) {}
}
