package dev.nudge.console;

import dev.nudge.job.queue.ArrayTask;
import dev.nudge.jobs.queue.WaitReason;
import dev.nudge.text.CallerZone;
import java.util.List;
import java.util.Optional;

/// An array that has been started, or waits.
///
/// @param jobs all its jobs, by number
/// @param complaint why some of its tasks could not be started; empty if all could be
public record StartedArray(List<JobSnapshot> jobs, Optional<String> complaint) {
    public StartedArray {
        jobs = List.copyOf(jobs);
    }

    /// Returns the word that names its jobs: `18-117`.
    public String range() {
        return jobs.getFirst().job().spec().queueing().task().map(ArrayTask::jobs).orElseThrow();
    }

    /// Returns a sentence for a person in this time zone.
    public String words(CallerZone zone) {
        List<WaitReason> reasons = jobs.stream().flatMap(job -> job.waiting().stream()).toList();
        return reasons.isEmpty()
                ? "Jobs %s run. To see them: nudge ps".formatted(range())
                : "%d of the jobs %s %s queued (%s). To see the queue: nudge ps"
                        .formatted(
                                reasons.size(),
                                range(),
                                reasons.size() == 1 ? "is" : "are",
                                reasons.getFirst().words(zone));
    }
}
