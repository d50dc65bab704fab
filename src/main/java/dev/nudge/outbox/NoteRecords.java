package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeEvent;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/// Changes the notes in the records of jobs.
final class NoteRecords {
    private final Jobs jobs;

    NoteRecords(Jobs jobs) {
        this.jobs = jobs;
    }

    /// Returns the job of a note, if it has not been removed.
    Optional<Job> job(Note note) {
        return jobs.find(note.job()).map(JobEntry::job);
    }

    /// Returns whether this is true of a note whose job has not been removed.
    boolean isSo(Note note, BiPredicate<NoteKey, Job> claim) {
        return job(note).filter(job -> claim.test(NoteKey.of(note), job)).isPresent();
    }

    /// Records a fact about each of these notes. What cannot be written is kept in memory.
    void record(List<Note> told, BiFunction<NoteKey, Job, Job> change) {
        try {
            AtOnce.forEach(
                    told,
                    note ->
                            jobs.find(note.job())
                                    .ifPresent(e ->
                                            e.applyFact(j -> change.apply(NoteKey.of(note), j))));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a fact is kept in memory instead
        }
    }

    /// Records a fact: an event of each of these notes.
    void record(List<Note> told, NudgeEvent event) {
        record(told, (key, job) -> key.after(job, event));
    }

    /// Records an event of each of these notes.
    ///
    /// @throws IOException if it cannot be written; then it has not happened
    void mark(List<Note> told, NudgeEvent event) throws IOException {
        AtOnce.forEach(told, note -> mark(note, event));
    }

    private void mark(Note note, NudgeEvent event) throws IOException {
        NoteKey key = NoteKey.of(note);
        Optional<JobEntry> entry = jobs.find(note.job());
        if (entry.isPresent()) {
            entry.get().apply(j -> key.after(j, event));
        }
    }
}
