package dev.nudge.upkeep;

import dev.nudge.job.Job;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.queue.Admission;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Removes jobs that have ended. A job whose end has not been reported is removed only if it is
/// named.
///
/// @param isAlive whether an agent still exists
/// @param whenRemoved called when jobs were removed
public record Retention(
        Jobs jobs,
        JobStore store,
        Admission admission,
        Settings settings,
        Predicate<NudgeTarget> isAlive,
        Runnable whenRemoved) {
    private static final Logger LOG = System.getLogger(Retention.class.getName());

    /// The jobs that were removed, and a sentence for each that could not be.
    public record Removed(List<Long> jobs, List<String> complaints) {}

    /// Removes jobs that are too old, and the oldest of those that are too many. Removes nothing
    /// while the settings for this are wrong.
    public void apply() {
        finishRemovals();
        List<Job> removable = removable();
        if (!settings.isClear(Setting.KEEP_DAYS) || !settings.isClear(Setting.KEEP_JOBS)) {
            // The defaults may keep fewer jobs than the user wants.
            return;
        }
        Predicate<Job> isOld = endedBefore(Duration.ofDays(settings.keepDays()));
        List<Job> due = new ArrayList<>(removable.stream().filter(isOld).toList());
        List<Job> young = removable.stream().filter(isOld.negate()).toList();
        due.addAll(young.subList(0, Math.max(0, young.size() - settings.keepJobs())));
        Removed removed = removeAll(due);
        if (!removed.jobs().isEmpty()) {
            LOG.log(Level.INFO, "{0} old jobs removed", removed.jobs().size());
        }
    }

    private void finishRemovals() {
        try {
            store.finishRemovals();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "what is left of removed jobs stays: {0}", Reasons.of(e));
        }
    }

    /// Removes the jobs that may be removed and match a condition.
    public Removed clean(Predicate<Job> isMeant) {
        return removeAll(removable().stream().filter(isMeant).toList());
    }

    /// Returns how many jobs [#clean] would remove now.
    public int count(Predicate<Job> isMeant) {
        return (int) removable().stream().filter(isMeant).count();
    }

    /// Returns which jobs have ended longer ago.
    public static Predicate<Job> endedBefore(Duration age) {
        Instant latest = Instant.now().minus(age);
        return job -> endOf(job).isBefore(latest);
    }

    /// Removes these jobs, even if their ends have not been reported.
    ///
    /// @throws IllegalArgumentException if one of them does not exist, has not ended, is being
    ///   reported or is needed by a queued job; then none is removed
    public Removed remove(List<Long> named) {
        List<Job> ended = named.stream().map(number -> jobs.require(number).job()).toList();
        String unended =
                ended.stream()
                        .filter(job -> !job.isEnded())
                        .map(job -> Long.toString(job.number()))
                        .collect(Collectors.joining(" "));
        if (!unended.isEmpty()) {
            throw new IllegalArgumentException(
                    "Only jobs that have ended can be removed. End the others first: nudge kill "
                            + unended);
        }
        Set<Long> needed = needed();
        for (Job job : ended) {
            if (isBeingTyped(job)) {
                throw new IllegalArgumentException(
                        "The result of job %d is being typed just now. Try again in a moment."
                                .formatted(job.number()));
            }
            if (needed.contains(job.number())) {
                throw new IllegalArgumentException(
                        "Job %d cannot be removed yet: jobs in the queue wait for it. To see them: nudge ps --state queued"
                                .formatted(job.number()));
            }
        }
        return removeAll(ended);
    }

    /// Returns whether the job's result is being typed. If its agent has ended, typing does not
    /// continue.
    private boolean isBeingTyped(Job job) {
        return job.nudge() instanceof NudgeState.Typing && job.target().filter(isAlive).isPresent();
    }

    /// Returns the numbers of the ended jobs that match a condition but stay, since their ends have
    /// not been reported.
    public List<Long> kept(Predicate<Job> isMeant) {
        return jobs.all().stream()
                .filter(j -> j.isEnded() && !j.isSettled())
                .filter(isMeant)
                .map(Job::number)
                .toList();
    }

    private List<Job> removable() {
        Set<Long> needed = needed();
        return jobs.all().stream()
                .filter(j -> j.isEnded() && j.isSettled() && !needed.contains(j.number()))
                .sorted(Comparator.comparing(Retention::endOf))
                .toList();
    }

    /// Returns the jobs whose outcome a queued job depends on.
    private Set<Long> needed() {
        return jobs.all().stream()
                .filter(job -> job.state().isWaiting() && job.retries() == 0)
                .flatMap(job -> job.spec().queueing().after().stream())
                .map(Dependency::job)
                .collect(Collectors.toSet());
    }

    private static Instant endOf(Job job) {
        return job.endedAt().orElse(Instant.MAX);
    }

    /// @return false if the job has meanwhile been restarted in place or removed
    /// @throws IOException if the job cannot be removed, or if a new job, which came after the
    ///   choice, is to run after it
    private boolean remove(long number) throws IOException {
        boolean isRemoved =
                admission.alone(() -> {
                    if (needed().contains(number)) {
                        throw new IOException("a job in the queue waits for it");
                    }
                    Optional<JobEntry> entry = jobs.find(number);
                    return entry.isPresent()
                            && entry.get()
                                    .ifEnded(_ -> {
                                        store.beginRemoval(number);
                                        jobs.forget(number);
                                    });
                });
        if (isRemoved) {
            store.finishRemoval(number);
        }
        return isRemoved;
    }

    private Removed removeAll(Collection<Job> due) {
        List<Long> removed = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        for (Job job : due) {
            try {
                if (remove(job.number())) {
                    removed.add(job.number());
                }
            } catch (IOException e) {
                String complaint =
                        "Job %d could not be removed: %s".formatted(job.number(), Reasons.of(e));
                LOG.log(Level.WARNING, complaint);
                complaints.add(complaint);
            }
        }
        if (!removed.isEmpty()) {
            whenRemoved.run();
        }
        removed.sort(Comparator.naturalOrder());
        return new Removed(removed, complaints);
    }
}
