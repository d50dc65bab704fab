package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.store.QueueStore;
import dev.nudge.store.QueueStore.PlaceRecord;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Lets jobs that wait change their places in the order in which they are started. The new places
/// are written before the records of the jobs, so that the next daemon finishes what was begun. For
/// use by one thread at a time.
record QueuePlaces(Jobs jobs, QueueStore store) {
    private static final Logger LOG = System.getLogger(QueuePlaces.class.getName());

    /// Moves a job past others, in order: it gets the place of the last, and each the place of the
    /// one before. All or nothing; if it cannot be recorded now (IOException), perhaps later.
    ///
    /// @throws IllegalArgumentException if one of them does not wait, or has to run after another
    void move(long number, List<Long> passed) throws IOException {
        // It may change the places of these.
        finish();
        List<PlaceRecord> next = new ArrayList<>();
        Job moved = waiting(number);
        Job free = moved;
        for (long each : passed) {
            Job other = waiting(each);
            if (number == each) {
                throw new IllegalArgumentException(
                        "Job %d is named twice; name two jobs that wait in the queue."
                                .formatted(number));
            }
            requireNoOrder(moved, other);
            requireNoOrder(other, moved);
            next.add(placeFor(other, free));
            free = other;
        }
        next.add(placeFor(moved, free));
        store.savePlaces(next);
        finish();
    }

    private Job waiting(long number) {
        Job job = jobs.require(number).job();
        requireWait(job);
        return job;
    }

    private static PlaceRecord placeFor(Job job, Job like) {
        return new PlaceRecord(job.number(), like.spec().queueing().priority(), like.place());
    }

    static void requireWait(Job job) {
        if (!job.isQueued()) {
            throw new IllegalArgumentException(
                    "Job %d does not wait in the queue: it %s. Jobs that do: nudge ps --state queued"
                            .formatted(job.number(), job.condition().clause()));
        }
    }

    private void requireNoOrder(Job job, Job before) {
        if (isAfter(job, before.number(), new HashSet<>())) {
            throw new IllegalArgumentException(
                    "Job %d waits for job %d, so they cannot change places."
                            .formatted(job.number(), before.number()));
        }
    }

    private boolean isAfter(Job job, long before, Set<Long> seen) {
        return job.spec().queueing().after().stream()
                .map(Dependency::job)
                .filter(seen::add)
                .anyMatch(number ->
                        number == before
                                || jobs.find(number)
                                        .map(JobEntry::job)
                                        .filter(Job::isQueued)
                                        .filter(next -> isAfter(next, before, seen))
                                        .isPresent());
    }

    void recover() {
        try {
            finish();
        } catch (IOException e) {
            Reasons.warn(LOG, "a change of places in the queue cannot be finished now", e);
        }
    }

    private void finish() throws IOException {
        List<PlaceRecord> places = store.places();
        for (PlaceRecord next : places) {
            JobEntry entry = jobs.find(next.job()).orElse(null);
            if (entry != null) {
                boolean _ = entry.apply(job -> job.isQueued() ? placed(job, next) : job);
            }
        }
        if (!places.isEmpty()) {
            store.removePlaces();
        }
    }

    private static Job placed(Job job, PlaceRecord next) {
        return job.withSpec(
                job.spec().with(job.spec().queueing().at(next.priority(), next.place())));
    }
}
