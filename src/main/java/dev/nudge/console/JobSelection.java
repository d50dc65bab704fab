package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.UnknownJob;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the jobs that a person means.
final class JobSelection {
    private final Jobs jobs;

    JobSelection(Jobs jobs) {
        this.jobs = jobs;
    }

    /// Returns the numbers of the jobs, in the order of the words, each once.
    ///
    /// @throws IllegalArgumentException if a word selects none; the message names some that exist
    List<Long> of(List<JobSelector> words) {
        List<Job> all = jobs.all();
        Set<Long> selected = new LinkedHashSet<>();
        for (JobSelector word : words) {
            selected.addAll(of(word, all));
        }
        return List.copyOf(selected);
    }

    private static List<Long> of(JobSelector selector, List<Job> all) {
        long last = all.isEmpty() ? 0 : all.getLast().number();
        List<Long> found =
                all.stream().filter(j -> selector.selects(j, last)).map(Job::number).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(UnknownJob.forPerson(selector, all));
        }
        return found;
    }

    /// Returns the numbers of the jobs that one word selects. A number is returned unchanged,
    /// whether there is such a job or not.
    ///
    /// @throws IllegalArgumentException if the word selects none
    List<Long> of(JobSelector word) {
        return word instanceof JobSelector.One(long number) ? List.of(number) : of(List.of(word));
    }

    /// Returns the number of the one job that is selected; of several with a label, the newest.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    long one(JobSelector word) {
        List<Long> found = of(word);
        if (found.size() > 1 && !(word instanceof JobSelector.Label)) {
            String numbers = found.stream().map(String::valueOf).collect(Collectors.joining(", "));
            throw new IllegalArgumentException(
                    "\"%s\" means several jobs: %s. Name one of them."
                            .formatted(word.word(), numbers));
        }
        return found.stream().mapToLong(Long::longValue).max().orElseThrow();
    }
}
