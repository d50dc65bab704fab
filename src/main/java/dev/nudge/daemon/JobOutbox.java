package dev.nudge.daemon;

import dev.nudge.delivery.AgentBinding;
import dev.nudge.delivery.Note;
import dev.nudge.delivery.Outbox;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.Nudge;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The outbox, kept in the records of the jobs themselves: what is to be told of a job stands in
/// its `job.json`.
final class JobOutbox implements Outbox {
    private final Jobs jobs;
    private final Notes notes;
    private final ConcurrentMap<Long, Note> open = new ConcurrentHashMap<>();

    JobOutbox(Jobs jobs, Notes notes) {
        this.jobs = jobs;
        this.notes = notes;
    }

    /// Takes in a job that has ended, if its agent is still to be told.
    void add(Job job) {
        if (job.state() instanceof Ended end && job.nudge().isOpen()) {
            open.put(job.number(), notes.of(job, end));
        }
    }

    @Override
    public List<PendingNote> pending(AgentBinding agent) {
        return open.values().stream()
                .sorted(Comparator.comparing(Note::endedAt).thenComparing(Note::job))
                .flatMap(note -> pending(note, agent).stream())
                .toList();
    }

    private Optional<PendingNote> pending(Note note, AgentBinding agent) {
        return jobs.find(note.job())
                .map(JobEntry::job)
                .filter(j -> j.target().map(Agents::binding).filter(agent::equals).isPresent())
                .filter(j -> j.nudge().isOpen())
                .map(j -> new PendingNote(note, typedText(j)));
    }

    private static String typedText(Job job) {
        return job.nudge() instanceof Nudge.Typing(String text) ? text : "";
    }

    @Override
    public void markTyping(List<Note> told, String text) throws IOException {
        mark(told, new Nudge.Typing(text));
    }

    @Override
    public void markPending(List<Note> told) throws IOException {
        mark(told, new Nudge.Pending());
    }

    @Override
    public void markDelivered(List<Note> told) throws IOException {
        mark(told, new Nudge.Delivered(Instant.now()));
        told.forEach(n -> open.remove(n.job()));
    }

    private void mark(List<Note> told, Nudge nudge) throws IOException {
        for (Note note : told) {
            Optional<JobEntry> entry = jobs.find(note.job());
            if (entry.isPresent()) {
                entry.get().apply(j -> j.withNudge(nudge));
            }
        }
    }
}
