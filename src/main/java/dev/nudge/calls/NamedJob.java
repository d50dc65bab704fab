package dev.nudge.calls;

import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.jobs.UnknownJob;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the one job named by a model.
///
/// @param all the jobs by number
record NamedJob(List<Job> all) {
    /// Returns the job's number; of several with a label, the newest.
    ///
    /// @throws IllegalArgumentException if there is no such job; the message lists some that exist
    long of(JobSelector which) {
        return matches(which).getLast().number();
    }

    /// Returns the number of the job to end; of several with a label, the one that runs, or else
    /// the newest.
    ///
    /// @throws IllegalArgumentException if there is no such job, or several of them run; the
    ///   message lists them
    long toEnd(JobSelector which) {
        List<Job> matches = matches(which);
        List<Job> running = matches.stream().filter(job -> !job.isEnded()).toList();
        if (running.size() > 1) {
            throw new IllegalArgumentException(
                    "\"%s\" is the label of %d running jobs: %s; expected the number of one"
                            .formatted(which.word(), running.size(), numbers(running)));
        }
        return (running.isEmpty() ? matches : running).getLast().number();
    }

    private List<Job> matches(JobSelector which) {
        long last = all.isEmpty() ? 0 : all.getLast().number();
        List<Job> matches = all.stream().filter(job -> which.selects(job, last)).toList();
        if (matches.isEmpty()) {
            throw new IllegalArgumentException(UnknownJob.forModel(which, all));
        }
        return matches;
    }

    private static String numbers(List<Job> jobs) {
        return jobs.stream()
                .map(job -> Long.toString(job.number()))
                .collect(Collectors.joining(", "));
    }
}
