package dev.nudge.engine;

import dev.nudge.job.Job;
import dev.nudge.process.Inherited;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.QueueStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The start of a job's command.
///
/// @param directory the job's
/// @param surroundings what the command starts in
/// @param hasTicket whether the job has waited in the queue: its directory holds a ticket then,
///   which the host takes before it starts the command
/// @param choice what its group says
/// @param before the jobs of the same cluster that must have ended, and have not
public record JobStart(
        Job job,
        JobDirectory directory,
        Surroundings surroundings,
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
    public static JobStart atOnce(Job job, JobDirectory directory, Surroundings surroundings) {
        return new JobStart(job, directory, surroundings, false, EngineChoice.LOCAL, List.of());
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
        Surroundings surroundings =
                new Surroundings(
                        order.inherited(), order.environment(), QueueStore.input(directory, order));
        return new JobStart(job, directory, surroundings, true, choice, before);
    }

    /// What a command starts in.
    ///
    /// @param inherited what it has from the program that asked for it
    /// @param environment the whole environment of the command
    /// @param input the file that is its standard input; empty for `/dev/null`
    public record Surroundings(
            Inherited inherited, Map<String, String> environment, Optional<Path> input) {
        public Surroundings {
            environment = Map.copyOf(environment);
        }
    }

    /// A job that must have ended first.
    ///
    /// @param id the cluster's own name for it
    /// @param mustSucceed whether it must have ended with exit code 0
    public record Before(String id, boolean mustSucceed) {}
}
