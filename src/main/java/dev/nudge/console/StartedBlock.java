package dev.nudge.console;

import dev.nudge.jobs.queue.WaitReason;
import dev.nudge.text.CallerZone;
import java.util.List;
import java.util.Optional;

/// Jobs that have been started at once, or wait: an array, or those of a batch.
///
/// @param jobs all of them, by number; the numbers are consecutive
/// @param complaint why some could not be started; empty if all could be
public record StartedBlock(List<JobSnapshot> jobs, Optional<String> complaint) {
    public StartedBlock {
        jobs = List.copyOf(jobs);
    }

    /// Returns the word that names the jobs: `18-117`, or `18`.
    public String range() {
        long first = jobs.getFirst().number();
        long last = jobs.getLast().number();
        return first == last ? Long.toString(first) : first + "-" + last;
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
