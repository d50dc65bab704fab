package dev.nudge.daemon;

import dev.nudge.delivery.AgentBinding;
import dev.nudge.delivery.Note;
import dev.nudge.delivery.Outbox;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeTarget;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The outbox, kept in the records of the jobs themselves: what is to be told of a job stands in
/// its `job.json`. A note is told by one only: by the courier, which records that it types, or by a
/// hook, for which it is held.
final class JobOutbox implements Outbox {
    private final Jobs jobs;
    private final Notes notes;
    private final PendingMarks marks;
    private final ConcurrentMap<Long, Entry> open = new ConcurrentHashMap<>();

    JobOutbox(Jobs jobs, Notes notes, PendingMarks marks) {
        this.jobs = jobs;
        this.notes = notes;
        this.marks = marks;
    }

    /// Jobs whose end an answer is about to tell.
    private final Set<Long> answering = ConcurrentHashMap.newKeySet();

    private record Entry(Note note, boolean isHeld) {}

    /// Takes in a job that has ended, if its agent is still to be told.
    synchronized void add(Job job) {
        if (job.state() instanceof Ended end && job.nudge().isOpen()) {
            boolean isHeld = answering.contains(job.number());
            open.put(job.number(), new Entry(notes.of(job, end), isHeld));
            updateMarks();
        }
    }

    @Override
    public List<PendingNote> pending(AgentBinding agent) {
        return open().filter(e -> !e.isHeld())
                .map(Entry::note)
                .flatMap(note -> pending(note, agent).stream())
                .toList();
    }

    private Stream<Entry> open() {
        return open.values().stream()
                .sorted(
                        Comparator.comparing((Entry e) -> e.note().endedAt())
                                .thenComparing(e -> e.note().job()));
    }

    private Optional<PendingNote> pending(Note note, AgentBinding agent) {
        return job(note)
                .filter(j -> j.target().map(Agents::binding).filter(agent::equals).isPresent())
                .filter(j -> j.nudge().isOpen() && !(j.nudge() instanceof Nudge.Offered))
                .map(j -> new PendingNote(note, typedText(j)));
    }

    private Optional<Job> job(Note note) {
        return jobs.find(note.job()).map(JobEntry::job);
    }

    private static String typedText(Job job) {
        return job.nudge() instanceof Nudge.Typing(String text) ? text : "";
    }

    /// @throws IOException also if one of them is held for a hook, or has been told in the meantime
    @Override
    public synchronized void markTyping(List<Note> told, String text) throws IOException {
        for (Note note : told) {
            Entry entry = open.get(note.job());
            boolean isOffered =
                    job(note).filter(j -> j.nudge() instanceof Nudge.Offered).isPresent();
            if (entry == null || entry.isHeld() || isOffered) {
                throw new IOException("job " + note.job() + " is being told by a hook");
            }
        }
        mark(told, new Nudge.Typing(text));
    }

    @Override
    public void markPending(List<Note> told) throws IOException {
        mark(told, new Nudge.Pending());
    }

    @Override
    public void markDelivered(List<Note> told) {
        end(told, new Nudge.Delivered(Instant.now()));
    }

    /// Keeps from the courier what waits or was offered in vain, is for these jobs, and is not
    /// being typed.
    ///
    /// @return what is held now, in the order of the ends
    synchronized List<Note> hold(Predicate<Job> isWanted) {
        List<Note> held = new ArrayList<>();
        open().filter(e -> !e.isHeld())
                .map(Entry::note)
                .filter(n ->
                        job(n).filter(j ->
                                        j.nudge() instanceof Nudge.Pending
                                                || j.nudge() instanceof Nudge.Offered)
                                .filter(isWanted)
                                .isPresent())
                .forEach(held::add);
        held.forEach(n -> open.put(n.job(), new Entry(n, true)));
        return held;
    }

    /// Gives back what was held and not told.
    synchronized void release(List<Note> held) {
        held.forEach(n -> open.computeIfPresent(n.job(), (_, e) -> new Entry(e.note(), false)));
    }

    /// Returns those of these jobs that are recorded as told by a hook.
    List<Long> handedOver(List<Long> numbers) {
        return numbers.stream()
                .filter(n ->
                        jobs.find(n)
                                .filter(e -> e.job().nudge() instanceof Nudge.HandedOver)
                                .isPresent())
                .toList();
    }

    /// Records that a hook has passed these notes on. They are never listed again.
    void markHandedOver(List<Note> told) {
        end(told, new Nudge.HandedOver(Instant.now()));
    }

    /// Records that these notes were given to a session that this agent begins.
    synchronized void markOffered(List<Note> told, NudgeTarget to) {
        Nudge offered = new Nudge.Offered(Instant.now());
        for (Note note : told) {
            jobs.find(note.job())
                    .ifPresent(e -> e.applyFact(j -> j.withTarget(to).withNudge(offered)));
            open.put(note.job(), new Entry(note, false));
        }
        updateMarks();
    }

    /// Records that what was offered to the agent of these jobs has reached its model.
    void acceptOffers(Predicate<Job> isWanted) {
        end(
                open().map(Entry::note)
                        .filter(n ->
                                job(n).filter(j -> j.nudge() instanceof Nudge.Offered)
                                        .filter(isWanted)
                                        .isPresent())
                        .toList(),
                new Nudge.HandedOver(Instant.now()));
    }

    /// Keeps a job's end from courier and hooks, because the answer to a call is to tell it.
    synchronized void expectAnswer(long number) {
        answering.add(number);
    }

    /// Ends what [#expectAnswer] began.
    ///
    /// @param isTold whether the answer tells the end
    void answered(JobEntry job, boolean isTold) {
        long number = job.job().number();
        if (isTold && job.applyFact(j -> j.nudge().isOpen() ? handedOver(j) : j)) {
            open.remove(number);
            updateMarks();
        }
        synchronized (this) {
            answering.remove(number);
            open.computeIfPresent(number, (_, e) -> new Entry(e.note(), false));
        }
    }

    private static Job handedOver(Job job) {
        return job.withNudge(new Nudge.HandedOver(Instant.now()));
    }

    /// Told is told: if it cannot be written, it still is not told again.
    private void end(List<Note> told, Nudge nudge) {
        for (Note note : told) {
            jobs.find(note.job()).ifPresent(e -> e.applyFact(j -> j.withNudge(nudge)));
            open.remove(note.job());
        }
        updateMarks();
    }

    private void mark(List<Note> told, Nudge nudge) throws IOException {
        for (Note note : told) {
            Optional<JobEntry> entry = jobs.find(note.job());
            if (entry.isPresent()) {
                entry.get().apply(j -> j.withNudge(nudge));
            }
        }
    }

    /// Makes the marks for hooks be true. Called also when a job's target has changed.
    void updateMarks() {
        marks.set(open.values().stream().flatMap(e -> job(e.note()).flatMap(Job::target).stream()));
    }
}
