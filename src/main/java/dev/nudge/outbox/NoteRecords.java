package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.store.AtOnce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Reads and changes the states of notes, which are in the records of their jobs. Every change is
/// an event of the nudge, so what it leads to is decided by [NudgeState#after] alone.
final class NoteRecords {
    private static final Logger LOG = System.getLogger(NoteRecords.class.getName());

    private final Jobs jobs;

    NoteRecords(Jobs jobs) {
        this.jobs = jobs;
    }

    /// Returns the job of a note, if it has not been removed.
    Optional<Job> job(NoteKey key) {
        return jobs.find(key.job()).map(JobEntry::job);
    }

    /// Returns the state of a note; empty if its job has been removed, or has asked something else
    /// since.
    Optional<NudgeState> nudge(NoteKey key) {
        return job(key).flatMap(key::nudge);
    }

    /// Records a fact: an event of each of these notes. What cannot be written is kept in memory.
    void record(List<NoteKey> keys, NudgeEvent event) {
        record(keys, _ -> event);
    }

    /// Records a fact about each of these notes. What cannot be written is kept in memory.
    void record(List<NoteKey> keys, Function<NoteKey, NudgeEvent> event) {
        try {
            AtOnce.forEach(
                    keys,
                    key ->
                            jobs.find(key.job())
                                    .ifPresent(e -> e.applyFact(j -> after(j, key, event))));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a fact is kept in memory instead
        }
    }

    private static Job after(Job job, NoteKey key, Function<NoteKey, NudgeEvent> event) {
        NudgeEvent happened = event.apply(key);
        Job next = key.after(job, happened);
        if (isReopened(key.nudge(job), key.nudge(next))) {
            LOG.log(Level.INFO, "job {0} is to be reported again: {1}", key.job(), happened);
        }
        return next;
    }

    /// An agent had it, or a part of it, and does not any more.
    private static boolean isReopened(Optional<NudgeState> before, Optional<NudgeState> after) {
        return after.filter(NudgeState.Pending.class::isInstance).isPresent()
                && before.filter(b -> !(b instanceof NudgeState.Pending)).isPresent();
    }

    /// Records an event of each of these notes.
    ///
    /// @throws IOException if it cannot be written; then it has not happened
    void mark(List<NoteKey> keys, NudgeEvent event) throws IOException {
        AtOnce.forEach(keys, key -> mark(key, event));
    }

    private void mark(NoteKey key, NudgeEvent event) throws IOException {
        Optional<JobEntry> entry = jobs.find(key.job());
        if (entry.isPresent()) {
            entry.get().apply(j -> key.after(j, event));
        }
    }
}
