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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The ledger of what is to be reported to whom: the notes that are open, and those that an agent
/// has but may still lose. It is kept in the records of the jobs themselves, and in memory. Every
/// change is an event of a nudge, so what it leads to is decided by [NudgeState#after] alone.
///
/// Whether a note has been reported, and by whom, is decided and changed under one lock: the
/// monitor of this object. [CourierOutbox] and [Claims] give each open note to only one reporter,
/// [Acknowledgements] records what the agent has received, and [Leftovers] what its end undoes.
/// They hold the lock from the look at a note until the record of its job is written and the marks
/// for hooks are set, so that no two decide by the same look.
///
/// Under the lock are taken only the locks of a job ([JobEntry]) and of the marks. It is never held
/// while a job's output, the record of a conversation or a pane is read. What only reads does not
/// take it.
final class Ledger {
    private static final Logger LOG = System.getLogger(Ledger.class.getName());

    private final Jobs jobs;
    private final NoteWriter notes;
    private final PendingMarks marks;
    private final OpenNotes open = new OpenNotes();
    private final TaskClaims taskClaims;
    private final NotesInState taken = new NotesInState(NudgeState.Taken.class::isInstance);
    private final NotesInState unproven =
            new NotesInState(nudge ->
                    nudge instanceof NudgeState.Received || nudge instanceof NudgeState.InTurn);

    /// @param taskClaims the ends that clients ask for as tasks
    Ledger(Jobs jobs, NoteWriter notes, PendingMarks marks, TaskClaims taskClaims) {
        this.jobs = jobs;
        this.notes = notes;
        this.marks = marks;
        this.taskClaims = taskClaims;
    }

    /// The notes that are in a certain state: kept in memory, so that not all jobs are looked
    /// through for them. Whether a note is in that state, its job says, each time. Thread-safe.
    final class NotesInState {
        private final Predicate<NudgeState> state;
        private final Set<NoteKey> notes = ConcurrentHashMap.newKeySet();

        private NotesInState(Predicate<NudgeState> state) {
            this.state = state;
        }

        /// Adds the notes of a job that are in this state.
        void add(Job job) {
            job.news()
                    .map(news -> NoteKey.of(job, news))
                    .filter(key -> isInState(key, job))
                    .forEach(notes::add);
        }

        private boolean isInState(NoteKey key, Job job) {
            return key.nudge(job).filter(state).isPresent();
        }

        /// Returns the agents that are notified of them.
        Stream<NudgeTarget> agents() {
            return notes.stream().flatMap(key -> job(key).flatMap(Job::target).stream());
        }

        Set<NoteKey> all() {
            return Set.copyOf(notes);
        }

        /// Returns those that are meant. Forgets those of jobs that have been removed, or that are
        /// in another state by now.
        List<NoteKey> of(BiPredicate<NoteKey, Job> isMeant) {
            notes.removeIf(key -> job(key).filter(j -> isInState(key, j)).isEmpty());
            return notes.stream()
                    .filter(key -> job(key).filter(j -> isMeant.test(key, j)).isPresent())
                    .toList();
        }

        /// Returns those that are meant, and removes them.
        List<NoteKey> take(BiPredicate<NoteKey, Job> isMeant) {
            List<NoteKey> meant = of(isMeant);
            remove(meant);
            return meant;
        }

        void remove(Collection<NoteKey> some) {
            some.forEach(notes::remove);
        }
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

    private void record(List<NoteKey> keys, Function<NoteKey, NudgeEvent> event) {
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
    }

    private static Job after(Job job, NoteKey key, NudgeEvent event) {
        Job next = key.after(job, event);
        if (isReopened(key.nudge(job), key.nudge(next))) {
            LOG.log(Level.INFO, "job {0} is to be reported again: {1}", key.job(), event);
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
        AtOnce.forEach(
                keys,
                key -> {
                    Optional<JobEntry> entry = jobs.find(key.job());
                    if (entry.isPresent()) {
                        entry.get().apply(j -> key.after(j, event));
                    }
                });
    }

    /// Returns the notes that are still to be reported.
    OpenNotes open() {
        return open;
    }

    /// Returns the notes that agents have taken from their prompts, and with which no turn has
    /// begun yet, as far as is known. Changed with this lock.
    NotesInState taken() {
        return taken;
    }

    /// Returns the notes that agents have been told in turns that may still fail or be cancelled.
    NotesInState unproven() {
        return unproven;
    }

    /// Takes in the unreported notes of a job, and drops those that are no longer to be reported.
    /// Reads the job's log if its end is not in yet.
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
        unproven.add(job);
        taken.add(job);
        job.interim().filter(News::isOpen).ifPresent(news -> open.add(NoteWriter.of(job, news)));
        // One that a hook is reporting is kept until the outcome is known.
        open.removeIf(key ->
                key.job() == job.number() && !key.isEnd() && !open.isHeld(key) && !key.isOpen(job));
        updateMarks();
    }

    /// Takes in the jobs of these notes once more: some may have been settled in another way
    /// meanwhile, or are to be reported after all.
    void takeAgain(List<NoteKey> keys) {
        keys.forEach(key -> job(key).ifPresent(this::take));
    }

    /// Returns whether a job's end is still to be reported but was not taken in, because of an
    /// error.
    boolean lacks(Job job) {
        return isUntold(job) && !open.has(NoteKey.ofEnd(job));
    }

    /// Forgets the notes of jobs that no longer exist.
    synchronized void dropRemoved() {
        open.removeIf(key -> jobs.find(key.job()).isEmpty());
        updateMarks();
    }

    /// A note that is due, with its job at that moment.
    record Due(Note note, Job job) {
        NoteKey key() {
            return NoteKey.of(note);
        }

        /// Returns the state of the note; empty if the job has asked something else since.
        Optional<NudgeState> nudge() {
            return key().nudge(job);
        }
    }

    /// Lists the notes of these jobs that are due and that nothing holds, in the order in which
    /// they happened.
    Stream<Due> due(Predicate<Job> isMeant) {
        return open.free().stream()
                .flatMap(note -> job(NoteKey.of(note)).map(j -> new Due(note, j)).stream())
                .filter(d -> isMeant.test(d.job()) && isDue(d.key(), d.job()));
    }

    /// Returns whether an open note may be reported now.
    private boolean isDue(NoteKey key, Job job) {
        return key.isOpen(job)
                && (isBeingTyped(key, job)
                        || job.news(key.news()).filter(news -> isDue(job, news)).isPresent());
    }

    /// Returns whether news is due. A question is looked up where it was left, since the news that
    /// it is over may be on its way. The end of a watch waits while the lines before it are being
    /// reported. Its lines wait while a call waits for it: until that ends, the agent could only
    /// queue them, and the answer reports all. The end of a task waits for its client, and so does
    /// a question that its client asks a person.
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
        NoteKey key = NoteKey.of(job, last);
        return switch (last) {
            case News.Asks _ -> false;
            case News.Found _ -> isBeingTyped(key, job) || open.isHeld(key);
        };
    }

    private static boolean isBeingTyped(NoteKey key, Job job) {
        return key.nudge(job).flatMap(NudgeState::typedText).isPresent();
    }

    /// Records an event of each of these notes, which closes it. Even if it cannot be written, it
    /// is not reported again, unless the turn fails or is cancelled.
    synchronized void close(List<NoteKey> told, Function<NoteKey, NudgeEvent> event) {
        record(told, event);
        told.forEach(key -> job(key).ifPresent(unproven::add));
        told.forEach(open::remove);
        updateMarks();
    }

    /// Brings the marks for hooks up to date. No hook reports text that is being typed: the prompt
    /// that it becomes calls a hook, which leaves a receipt.
    void updateMarks() {
        marks.set(() ->
                new PendingMarks.Wanted(
                        agents((k, j) -> !isBeingTyped(k, j)),
                        Stream.concat(agents(Ledger::isUnreceived), taken.agents()),
                        unproven.agents()));
    }

    private static boolean isUnreceived(NoteKey key, Job job) {
        return key.nudge(job).flatMap(NudgeState::unreceivedText).isPresent();
    }

    private Stream<NudgeTarget> agents(BiPredicate<NoteKey, Job> isMeant) {
        return open.keys()
                .flatMap(key -> job(key).filter(j -> isMeant.test(key, j)).stream())
                .flatMap(job -> job.target().stream());
    }
}
