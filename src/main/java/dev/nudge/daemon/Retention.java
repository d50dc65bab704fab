package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.Nudge;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Removes jobs that have ended; one of whose end somebody is still to be told only if it is named.
final class Retention {
    private static final Logger LOG = System.getLogger(Retention.class.getName());

    private final Jobs jobs;
    private final JobStore store;
    private final Settings settings;
    private final Runnable whenRemoved;

    /// @param whenRemoved called when jobs were removed
    Retention(Jobs jobs, JobStore store, Settings settings, Runnable whenRemoved) {
        this.whenRemoved = whenRemoved;
        this.jobs = jobs;
        this.store = store;
        this.settings = settings;
    }

    /// Removes what is too old, and the oldest of what is too much.
    void apply() {
        finishRemovals();
        List<Job> removable = removable();
        Instant oldest = Instant.now().minus(Duration.ofDays(settings.keepDays()));
        Predicate<Job> isOld = job -> endOf(job).isBefore(oldest);
        List<Job> due = new ArrayList<>(removable.stream().filter(isOld).toList());
        List<Job> young = removable.stream().filter(isOld.negate()).toList();
        due.addAll(young.subList(0, Math.max(0, young.size() - settings.keepJobs())));
        List<Long> removed = removeAll(due);
        if (!removed.isEmpty()) {
            LOG.log(Level.INFO, "{0} old jobs removed", removed.size());
        }
    }

    private void finishRemovals() {
        try {
            store.finishRemovals();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "what is left of removed jobs stays: {0}", Reasons.of(e));
        }
    }

    /// Removes everything that may be removed.
    ///
    /// @return the numbers of the jobs
    List<Long> clean() {
        return removeAll(removable());
    }

    /// Removes these jobs, whoever is still to be told of them.
    ///
    /// @return the numbers of those that were removed
    /// @throws IllegalArgumentException if one of them is not there or has not ended; none is
    ///   removed then
    List<Long> remove(List<Long> named) {
        List<Job> ended = named.stream().map(number -> jobs.require(number).job()).toList();
        ended.stream()
                .filter(job -> job.nudge() instanceof Nudge.Typing)
                .findFirst()
                .ifPresent(job -> {
                    throw new IllegalArgumentException(
                            "The result of job %d is being typed just now. Try again in a moment."
                                    .formatted(job.number()));
                });
        String running =
                ended.stream()
                        .filter(job -> !job.isEnded())
                        .map(job -> Long.toString(job.number()))
                        .collect(Collectors.joining(" "));
        if (!running.isEmpty()) {
            throw new IllegalArgumentException(
                    "Running jobs cannot be removed. End them first: nudge kill " + running);
        }
        return removeAll(ended);
    }

    /// Returns the numbers of the jobs that stay, since somebody is still to be told of their end.
    List<Long> kept() {
        return jobs.all().stream()
                .filter(j -> j.isEnded() && j.isToBeTold())
                .map(Job::number)
                .toList();
    }

    /// Lists what may be removed, in the order of the ends.
    private List<Job> removable() {
        return jobs.all().stream()
                .filter(j -> j.isEnded() && !j.isToBeTold())
                .sorted(Comparator.comparing(Retention::endOf))
                .toList();
    }

    private static Instant endOf(Job job) {
        return job.state() instanceof Ended end ? end.at() : Instant.MAX;
    }

    private List<Long> removeAll(Collection<Job> due) {
        List<Long> removed = new ArrayList<>();
        for (Job job : due) {
            try {
                store.remove(job.number());
                jobs.forget(job.number());
                removed.add(job.number());
            } catch (IOException e) {
                LOG.log(
                        Level.WARNING,
                        "job {0} could not be removed: {1}",
                        Long.toString(job.number()),
                        Reasons.of(e));
            }
        }
        if (!removed.isEmpty()) {
            whenRemoved.run();
        }
        removed.sort(Comparator.naturalOrder());
        return removed;
    }
}
