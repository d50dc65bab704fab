package dev.nudge.jobs;

import dev.nudge.job.Job;
import java.util.List;

/// What became of jobs that were to be made at once.
public sealed interface BlockResult {
    /// All were made.
    ///
    /// @param jobs by number; the numbers are consecutive
    /// @param answers one for each
    record Made(List<Job> jobs, List<StartResult> answers) implements BlockResult {
        public Made {
            jobs = List.copyOf(jobs);
            answers = List.copyOf(answers);
        }
    }

    /// None was made, because of one of the orders.
    ///
    /// @param order its place among them, from 0
    record Refused(int order, String reason) implements BlockResult {}

    /// None was made, since they could not be recorded.
    record Failed(String reason) implements BlockResult {}
}
