package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.store.AtOnce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The ledger of what is to be reported to whom: the notes that are open, and those that an agent
/// has but may still lose. It is kept in the records of the jobs, and also in memory, so that not
/// all jobs need be looked through. Every change is an event of a nudge, and [NudgeState#after]
/// alone decides what follows.
///
/// Whether a note has been reported, and by whom, is decided and changed under one lock: the
/// monitor of this object. [CourierOutbox] and [Claims] give each open note to only one reporter,
/// [Acknowledgements] records what the agent has received, and [Leftovers] what its end undoes.
/// They hold the lock from the look at a note until the record of its job is written and the marks
/// for hooks are set, so that no two decide by the same look.
///
/// While the lock is held, only the locks of a job ([JobEntry]) and of the marks are taken. It is
/// never held while a job's output, the record of a conversation or a pane is read. Code that only
/// reads does not take it.
final class Ledger {
    private static final Logger LOG = System.getLogger(Ledger.class.getName());

    private final Jobs jobs;
    private final NoteWriter notes;
    private final PendingMarks marks;
    private final OpenNotes open = new OpenNotes();
    private final TaskClaims taskClaims;

    /// The notes that an agent is getting, or has and may still lose. In which state each is, its
    /// job says, each time. Changed with this lock.
    private final Set<NoteKey> given = ConcurrentHashMap.newKeySet();

    Ledger(Jobs jobs, NoteWriter notes, PendingMarks marks, TaskClaims taskClaims) {
        this.jobs = jobs;
        this.notes = notes;
        this.marks = marks;
        this.taskClaims = taskClaims;
    }

    /// News of a job that is or was to be reported, at one moment.
    record JobNote(Job job, News news) {
        NoteKey key() {
            return NoteKey.of(job, news);
        }
    }

    /// Returns the notes in such a state that an agent is getting, or has and may still lose.
    Stream<JobNote> given(Predicate<NudgeState> state) {
        return given.stream()
                .flatMap(key -> note(key).stream())
                .filter(note -> state.test(note.news().nudge()));
    }

    private Optional<JobNote> note(NoteKey key) {
        return job(key).flatMap(job -> job.news(key.news()).map(news -> new JobNote(job, news)));
    }

    /// Takes in what has become of a note. Called with this lock, after each change.
    void follow(NoteKey key) {
        if (nudge(key).filter(n -> n.unreceivedText().isPresent() || isUnproven(n)).isPresent()) {
            given.add(key);
        } else {
            given.remove(key);
        }
    }

    private static boolean isUnproven(NudgeState nudge) {
        return nudge instanceof NudgeState.Received || nudge instanceof NudgeState.InTurn;
    }

    /// Returns the notes that agents have taken, and with which no turn is known to have begun.
    Stream<JobNote> taken() {
        return given(NudgeState.Taken.class::isInstance);
    }

    /// Returns the notes that agents have been told in turns that may still fail or be cancelled.
    Stream<JobNote> unproven() {
        return given(Ledger::isUnproven);
    }

    static boolean isOf(Job job, Predicate<NudgeTarget> agents) {
        return job.target().filter(agents).isPresent();
    }

    static Stream<NudgeTarget> agents(Stream<JobNote> notes) {
        return notes.flatMap(note -> note.job().target().stream());
    }

    Optional<Job> job(NoteKey key) {
        return jobs.find(key.job()).map(JobEntry::job);
    }

    /// Returns the state of a note; empty if its job is gone, or has asked something else since.
    Optional<NudgeState> nudge(NoteKey key) {
        return job(key).flatMap(key::nudge);
    }

    /// Records a fact, an event of each of these notes. What cannot be written is kept in memory.
    void record(List<NoteKey> keys, Function<NoteKey, NudgeEvent> event) {
        try {
            AtOnce.forEach(
                    keys,
                    key ->
                            jobs.find(key.job())
                                    .ifPresent(e ->
                                            e.applyFact(j -> after(j, key, event.apply(key)))));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a fact is kept in memory instead
        }
        keys.forEach(this::follow);
    }

    private static Job after(Job job, NoteKey key, NudgeEvent event) {
        Job next = key.after(job, event);
        Optional<NudgeState> nudge = key.nudge(next);
        // An agent had it, or a part of it, and does not any more.
        if (nudge.filter(NudgeState.Pending.class::isInstance).isPresent()
                && !nudge.equals(key.nudge(job))) {
            LOG.log(Level.INFO, "job {0} is to be reported again: {1}", key.job(), event);
        }
        return next;
    }

    /// Records an event of each of these notes.
    ///
    /// @throws IOException if it cannot be written; then it has not happened
    void mark(List<NoteKey> keys, NudgeEvent event) throws IOException {
        try {
            AtOnce.forEach(
                    keys,
                    key -> {
                        Optional<JobEntry> entry = jobs.find(key.job());
                        if (entry.isPresent()) {
                            entry.get().apply(j -> key.after(j, event));
                        }
                    });
        } finally {
            keys.forEach(this::follow);
        }
    }

    OpenNotes open() {
        return open;
    }

    /// Takes in a job's open notes, and drops its others. Reads its log if its end is not in yet.
    void take(Job changed) {
        Job job = latest(changed);
        take(job, lacks(job) ? notes.ofEnd(job) : Optional.empty());
    }

    private Job latest(Job changed) {
        return jobs.find(changed.number()).map(JobEntry::job).orElse(changed);
    }

    private static boolean isUntold(Job job) {
        return job.isEnded() && job.nudge().isOpen();
    }

    /// @param end the note of its end, if there is none yet and nothing has reported it
    synchronized void take(Job changed, Optional<Note> end) {
        Job job = latest(changed);
        end.filter(_ -> isUntold(job)).ifPresent(note -> open.add(note));
        given.removeIf(key -> key.job() == job.number() && key.nudge(job).isEmpty());
        job.news().map(news -> NoteKey.of(job, news)).forEach(this::follow);
        job.interim().filter(News::isOpen).ifPresent(news -> open.add(NoteWriter.of(job, news)));
        // One that a hook is reporting is kept until the outcome is known.
        open.removeIf(key ->
                key.job() == job.number() && !key.isEnd() && !open.isHeld(key) && !key.isOpen(job));
        updateMarks();
    }

    /// Takes in the jobs of these notes once more: some may be settled, or open again.
    void takeAgain(List<NoteKey> keys) {
        keys.forEach(key -> job(key).ifPresent(this::take));
    }

    /// Returns whether a job's end is to be reported but was not taken in, because of an error.
    boolean lacks(Job job) {
        return isUntold(job) && open.find(NoteKey.ofEnd(job)).isEmpty();
    }

    synchronized void dropRemoved() {
        open.removeIf(key -> jobs.find(key.job()).isEmpty());
        given.removeIf(key -> jobs.find(key.job()).isEmpty());
        updateMarks();
    }

    /// A note that is due, with its job and its news at that moment.
    record Due(Note note, Job job, News news) {
        NoteKey key() {
            return NoteKey.of(note);
        }

        NudgeState nudge() {
            return news.nudge();
        }
    }

    /// Lists the notes of these jobs that are due and that nothing holds, the oldest first.
    Stream<Due> due(Predicate<Job> isMeant) {
        return open.free().stream()
                .flatMap(note ->
                        note(NoteKey.of(note))
                                .map(at -> new Due(note, at.job(), at.news()))
                                .stream())
                .filter(due -> isMeant.test(due.job()) && due.news().isOpen())
                .filter(due -> isBeingTyped(due.news()) || isDue(due.job(), due.news()));
    }

    /// Returns whether news is due. A question is looked up where the job's terminal left it, since
    /// the news that it is over may be on its way. The end of a watch waits while lines before it
    /// are being reported. The lines of a watch wait while a call waits for it: the agent could
    /// only queue them, and the answer reports all. The end of a task waits for its client, and so
    /// does a question that the client asks a person.
    private boolean isDue(Job job, News news) {
        return switch (news) {
            case News.Ended _ ->
                    !taskClaims.isClaimed(job.number())
                            && job.interim().filter(last -> isTelling(job, last)).isEmpty();
            case News.Asks asks ->
                    !taskClaims.isClaimedWithQuestions(job.number()) && notes.isStanding(job, asks);
            case News.Found _ -> !open.isAnswering(job.number());
        };
    }

    private boolean isTelling(Job job, News.Interim last) {
        return last instanceof News.Found
                && (isBeingTyped(last) || open.isHeld(NoteKey.of(job, last)));
    }

    private static boolean isBeingTyped(News news) {
        return news.nudge() instanceof NudgeState.Typing;
    }

    /// Records an event of each of these notes, which closes it. Even if it cannot be written, it
    /// is not reported again, unless the turn fails or is cancelled.
    synchronized void close(List<NoteKey> told, Function<NoteKey, NudgeEvent> event) {
        record(told, event);
        told.forEach(open::remove);
        updateMarks();
    }

    /// Brings the marks for hooks up to date. No hook reports text that is being typed: the prompt
    /// that it becomes calls a hook, which leaves a receipt.
    void updateMarks() {
        marks.set(() ->
                new PendingMarks.Wanted(
                        open.keys()
                                .filter(key -> nudge(key).flatMap(NudgeState::typedText).isEmpty())
                                .flatMap(key -> job(key).flatMap(Job::target).stream()),
                        agents(given(nudge -> nudge.unreceivedText().isPresent())),
                        agents(unproven())));
    }
}
