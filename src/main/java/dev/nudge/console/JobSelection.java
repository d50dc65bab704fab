package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.UnknownJob;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Finds the jobs that a person means.
final class JobSelection {
    private final Jobs jobs;

    JobSelection(Jobs jobs) {
        this.jobs = jobs;
    }

    /// Returns the numbers of the jobs, in the order of the words, each once.
    ///
    /// @throws IllegalArgumentException if a word selects none; the message names some that exist
    List<Long> of(List<String> words) {
        List<Job> all = jobs.all();
        Set<Long> selected = new LinkedHashSet<>();
        for (String word : words) {
            selected.addAll(of(JobSelector.parse(word), all));
        }
        return List.copyOf(selected);
    }

    private static List<Long> of(JobSelector selector, List<Job> all) {
        long last = all.isEmpty() ? 0 : all.getLast().number();
        List<Long> found =
                all.stream().filter(j -> selector.selects(j, last)).map(Job::number).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(UnknownJob.complaint(selector, all));
        }
        return found;
    }
}
