package dev.nudge.jobs.queue;

import dev.nudge.job.Job;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is to be done with the jobs that wait, at one moment.
///
/// @param skipped those that are to be skipped, by number
/// @param due those that are to be started now, in this order
/// @param waiting the others, in the order in which they would be started; only those that have
///   been decided on, if the plan is not for lists
/// @param nextLook when the next one may be due, if nothing else changes until then
public record QueuePlan(
        List<Skipped> skipped, List<Job> due, List<Waiting> waiting, Optional<Instant> nextLook) {
    /// Nothing waits.
    public static final QueuePlan EMPTY =
            new QueuePlan(List.of(), List.of(), List.of(), Optional.empty());

    /// A job that is never to be started.
    ///
    /// @param reason which job did not succeed: `job 17 failed`
    public record Skipped(Job job, String reason) {}
}
