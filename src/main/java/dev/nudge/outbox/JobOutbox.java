package dev.nudge.outbox;

import dev.nudge.delivery.message.EndNote;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.Outbox;
import dev.nudge.delivery.typing.TypedText;
import dev.nudge.job.Job;
import dev.nudge.job.JobState.Ended;
import dev.nudge.job.News;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeEvent;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The outbox, kept in the records of the jobs themselves: the notes of a job are in its
/// `job.json`. Each note is reported by only one: by the courier, which records that it types, or
/// by a hook, for which it is held.
public final class JobOutbox implements Outbox {
    private final Jobs jobs;
    private final Notes notes;
    private final PendingMarks marks;
    private final Supplier<Stream<NudgeTarget>> waiting;
    private final NoteRecords records;
    private final Receipts receipts;
    private final ReceivedAnswers received;
    private final TakenMessages taken;
    private final Predicate<NudgeTarget> leavesReceipts;
    private final ConcurrentMap<NoteKey, Entry> open = new ConcurrentHashMap<>();
    private volatile boolean isFilled;

    /// @param waiting agents in whose panes a hook must ask in any case
    /// @param leavesReceipts whether an agent's hooks leave receipts for typed messages
    public JobOutbox(
            Jobs jobs,
            Notes notes,
            PendingMarks marks,
            Supplier<Stream<NudgeTarget>> waiting,
            Receipts receipts,
            Predicate<NudgeTarget> leavesReceipts) {
        this.jobs = jobs;
        this.notes = notes;
        this.records = new NoteRecords(jobs);
        this.marks = marks;
        this.waiting = waiting;
        this.receipts = receipts;
        this.received = new ReceivedAnswers(jobs, receipts);
        this.taken = new TakenMessages(jobs);
        this.leavesReceipts = leavesReceipts;
    }

    /// Jobs whose end an answer is about to report, with the number of such answers.
    private final Map<Long, Integer> answering = new HashMap<>();

    private record Entry(Note note, boolean isHeld) {}

    /// Takes in the unreported notes of a job, and drops those that are no longer to be reported.
    public void add(Job changed) {
        Job job = latest(changed);
        take(job, lacks(job) ? endOf(job) : Optional.empty());
    }

    private Job latest(Job changed) {
        return jobs.find(changed.number()).map(JobEntry::job).orElse(changed);
    }

    private static boolean isUntold(Job job) {
        return job.isEnded() && job.nudge().isOpen();
    }

    /// Returns the note of a job's end. Reads the job's log, so the lock must not be held.
    private Optional<Note> endOf(Job job) {
        return job.state() instanceof Ended end
                ? Optional.of(notes.of(job, end))
                : Optional.empty();
    }

    /// @param end the note of its end, if there is none yet
    private synchronized void take(Job changed, Optional<Note> end) {
        Job job = latest(changed);
        if (end.isPresent() && isUntold(job)) {
            boolean isHeld = answering.containsKey(job.number());
            open.computeIfAbsent(NoteKey.ofEnd(job.number()), _ -> new Entry(end.get(), isHeld));
        }
        received.add(job);
        taken.add(job);
        job.interim().filter(News::isOpen).ifPresent(news -> report(job, news));
        open.entrySet()
                .removeIf(e ->
                        e.getKey().job() == job.number() && isOver(e.getKey(), e.getValue(), job));
        updateMarks();
    }

    /// Returns whether a job's end is still to be reported but was not taken in, because of an
    /// error.
    public synchronized boolean lacks(Job job) {
        return isUntold(job) && !open.containsKey(NoteKey.ofEnd(job.number()));
    }

    /// Forgets the notes of jobs that no longer exist.
    public synchronized void dropRemoved() {
        open.keySet().removeIf(k -> jobs.find(k.job()).isEmpty());
        updateMarks();
    }

    /// Returns whether to drop a note. One that a hook is reporting is kept until the outcome is
    /// known.
    private static boolean isOver(NoteKey key, Entry entry, Job job) {
        return !key.isEnd() && !entry.isHeld() && !key.isOpen(job);
    }

    private void report(Job job, News.Interim news) {
        open.computeIfAbsent(NoteKey.of(job, news), _ -> new Entry(Notes.of(job, news), false));
    }

    /// Takes in the jobs that exist when the daemon starts. Until then the marks for hooks stay as
    /// the last daemon left them.
    public void fill(List<Job> all) {
        all.forEach(this::add);
        receive();
        isFilled = true;
        updateMarks();
    }

    @Override
    public List<PendingNote> pending(AgentBinding agent) {
        if (listed(agent).anyMatch(note -> !note.typedText().isEmpty())) {
            receive();
        }
        return listed(agent).toList();
    }

    private Stream<PendingNote> listed(AgentBinding agent) {
        return open().filter(e -> !e.isHeld())
                .map(Entry::note)
                .flatMap(note -> pending(note, agent).stream());
    }

    /// Returns the note as it is now. The end of a watch includes the lines unreported so far: a
    /// line that was being reported when the watch ended may not have arrived.
    private Note current(Note note) {
        return note instanceof EndNote end && end.subject() == EndNote.Subject.WATCH
                ? records.job(note).flatMap(this::endOf).orElse(note)
                : note;
    }

    private Stream<Entry> open() {
        return open.values().stream()
                .sorted(
                        Comparator.comparing((Entry e) -> e.note().at())
                                .thenComparing(e -> e.note().job()));
    }

    private Optional<PendingNote> pending(Note note, AgentBinding agent) {
        NoteKey key = NoteKey.of(note);
        return records.job(note)
                .filter(j -> j.target().map(AgentBinding::of).filter(agent::equals).isPresent())
                .filter(j -> isDue(key, j))
                .flatMap(key::nudge)
                .map(nudge ->
                        new PendingNote(
                                current(note),
                                nudge.typedText().orElse(""),
                                left(nudge).isPresent(),
                                nudge instanceof Nudge.Answered,
                                nudge instanceof Nudge.Typing && leavesReceipt(note)));
    }

    private boolean leavesReceipt(Note note) {
        return records.job(note).flatMap(Job::target).filter(leavesReceipts).isPresent();
    }

    private static Optional<Instant> left(Nudge nudge) {
        return nudge instanceof Nudge.Typing typing ? typing.left() : Optional.empty();
    }

    /// Returns whether a note is due.
    private boolean isDue(NoteKey key, Job job) {
        return key.isOpen(job)
                && (isBeingTyped(key, job)
                        || job.news(key.news()).filter(news -> isDue(job, news)).isPresent());
    }

    /// Returns whether news is due. The end of a watch waits while the lines before it are being
    /// reported.
    private boolean isDue(Job job, News news) {
        return switch (news) {
            case News.Ended _ -> job.interim().filter(last -> isTelling(job, last)).isEmpty();
            case News.Asks asks -> notes.isStanding(job, asks);
            case News.Found _ -> true;
        };
    }

    private boolean isTelling(Job job, News.Interim last) {
        NoteKey key = NoteKey.of(job, last);
        return switch (last) {
            case News.Asks _ -> false;
            case News.Found _ -> isBeingTyped(key, job) || isHeld(key);
        };
    }

    private boolean isHeld(NoteKey key) {
        return Optional.ofNullable(open.get(key)).filter(Entry::isHeld).isPresent();
    }

    private static boolean isBeingTyped(NoteKey key, Job job) {
        return key.nudge(job).flatMap(Nudge::typedText).isPresent();
    }

    /// Records the typing after a last look for receipts. The moment at which the agent was idle
    /// decides about an end that an answer has reported: the receipt for an answer given before it
    /// has come by now, or never will, so without one the end is typed. An answer given since, or
    /// to an agent that is working, may still be received: its end is not typed.
    @Override
    public boolean markTyping(List<Note> told, String text, Optional<Instant> idleAt)
            throws IOException {
        receive();
        return markAllTyping(told, text, idleAt);
    }

    private synchronized boolean markAllTyping(
            List<Note> told, String text, Optional<Instant> idleAt) throws IOException {
        if (!told.stream().allMatch(note -> isFree(note, idleAt))) {
            return false;
        }
        records.mark(told, new NudgeEvent.TypingBegun(text));
        updateMarks();
        return true;
    }

    /// Returns whether nothing else reports this note: no hook for which it is held, and no answer
    /// to a call.
    private boolean isFree(Note note, Optional<Instant> idleAt) {
        NoteKey key = NoteKey.of(note);
        Entry entry = open.get(key);
        return entry != null
                && !entry.isHeld()
                && records.job(note)
                        .flatMap(key::nudge)
                        .filter(nudge -> isFree(nudge, idleAt))
                        .isPresent();
    }

    /// An answer may have been given since the agent was looked at. One of the future is of a clock
    /// that was set back.
    private static boolean isFree(Nudge nudge, Optional<Instant> idleAt) {
        return switch (nudge) {
            case Nudge.Answered(Instant at) ->
                    idleAt.filter(idle -> at.isBefore(idle) || at.isAfter(Instant.now()))
                            .isPresent();
            default -> true;
        };
    }

    @Override
    public void markPending(List<Note> told) throws IOException {
        receive();
        records.mark(told, new NudgeEvent.NotTyped());
        dropAnswered(told);
    }

    /// Drops notes that were answered while an attempt to report them failed.
    private void dropAnswered(List<Note> told) {
        told.forEach(note -> records.job(note).ifPresent(this::add));
    }

    @Override
    public synchronized void markDelivered(List<Note> told) {
        records.record(told, this::taken);
        told.forEach(note -> records.job(note).ifPresent(taken::add));
        told.forEach(note -> open.remove(NoteKey.of(note)));
        updateMarks();
    }

    private Job taken(NoteKey key, Job job) {
        boolean leavesReceipt = job.target().filter(leavesReceipts).isPresent();
        return key.after(job, new NudgeEvent.PromptTaken(leavesReceipt, Instant.now()));
    }

    /// Takes back what these agents, which have ended, had in their queues.
    public void giveBack(Predicate<NudgeTarget> hasEnded) {
        taken.giveBack(hasEnded).forEach(this::add);
        updateMarks();
    }

    /// Returns the agents which have taken a message with which no turn has begun yet.
    public Set<NudgeTarget> queuing() {
        return taken.agents().collect(Collectors.toSet());
    }

    /// Records that an agent had nothing in its queue at a moment.
    public synchronized void idle(NudgeTarget agent, Instant at) {
        taken.idle(agent, at);
        updateMarks();
    }

    /// Keeps from the courier the notes that wait, are wanted, and are not being typed.
    ///
    /// @return the notes now held, in the order in which they happened
    List<Note> hold(BiPredicate<NoteKey, Job> isWanted) {
        return keep(isWanted).stream().map(this::current).toList();
    }

    private synchronized List<Note> keep(BiPredicate<NoteKey, Job> isWanted) {
        List<Note> kept =
                open().filter(e -> !e.isHeld())
                        .map(Entry::note)
                        .filter(n -> records.isSo(n, (k, j) -> isWaiting(k, j, isWanted)))
                        .toList();
        kept.forEach(n -> open.put(NoteKey.of(n), new Entry(n, true)));
        return kept;
    }

    private boolean isWaiting(NoteKey key, Job job, BiPredicate<NoteKey, Job> isWanted) {
        return isDue(key, job)
                && key.nudge(job).filter(Nudge::isUntold).isPresent()
                && isWanted.test(key, job);
    }

    /// Gives back notes that were held and not reported.
    void release(List<Note> held) {
        held.forEach(
                n -> open.computeIfPresent(NoteKey.of(n), (_, e) -> new Entry(e.note(), false)));
        dropAnswered(held);
    }

    /// Returns the agents to which these notes are to be reported.
    Set<NudgeTarget> agents(List<Note> told) {
        return told.stream()
                .flatMap(n -> records.job(n).flatMap(Job::target).stream())
                .collect(Collectors.toSet());
    }

    /// Changes a job by a line that it has found, unless the previous line is held for a hook, or
    /// is in the agent's queue: the next one could not reach the agent before it. But the agent's
    /// turn does not end before a call that waits for the job, so then the line counts as reported.
    ///
    /// @return whether it was changed
    public synchronized boolean applyFound(JobEntry entry, UnaryOperator<Job> change) {
        long number = entry.job().number();
        boolean isHeld =
                open.entrySet().stream()
                        .anyMatch(e -> e.getValue().isHeld() && e.getKey().job() == number);
        boolean isQueued =
                entry.job()
                        .interim()
                        .filter(last -> last.nudge() instanceof Nudge.Taken)
                        .filter(_ -> !answering.containsKey(number))
                        .isPresent();
        return !isHeld && !isQueued && entry.applyFact(change);
    }

    /// Records that a hook has passed these notes on. They are never listed again.
    void markHandedOver(List<Note> told) {
        end(told, new NudgeEvent.HandedOver(Instant.now()));
    }

    /// Keeps a job's end from the courier and hooks, because the answer to a call will report it.
    /// This includes an end that has come and waits, but not one that is already being reported.
    public synchronized void expectAnswer(long number) {
        answering.merge(number, 1, Integer::sum);
        if (jobs.find(number).filter(e -> e.job().nudge().isUntold()).isPresent()) {
            open.computeIfPresent(NoteKey.ofEnd(number), (_, e) -> new Entry(e.note(), true));
        }
    }

    /// Ends what [#expectAnswer] began.
    ///
    /// @param isTold whether the answer reports the end
    /// @return the receipt that the answer must carry; empty if the end is reported in another way
    public synchronized Optional<String> answered(JobEntry job, boolean isTold) {
        NoteKey key = NoteKey.ofEnd(job.job().number());
        answering.computeIfPresent(key.job(), (_, calls) -> calls == 1 ? null : calls - 1);
        if (isTold) {
            job.applyFact(j -> j.after(new NudgeEvent.AnswerGiven(Instant.now())));
        }
        if (!answering.containsKey(key.job())) {
            open.computeIfPresent(key, (_, e) -> new Entry(e.note(), false));
        }
        boolean isAnswered = isTold && job.job().nudge() instanceof Nudge.Answered;
        return isAnswered ? Optional.of(receipts.of(key.job())) : Optional.empty();
    }

    /// Takes in the receipts that have come: their notes have been reported. Blocks on the file
    /// system only.
    public void receive() {
        receipts.take(
                new Receipts.Taker() {
                    @Override
                    public void received(long job, String transcript) {
                        answerReceived(job, transcript);
                    }

                    @Override
                    public void submitted(String prompt) {
                        begun(TypedText.of(prompt));
                    }
                });
    }

    /// Records that a turn has begun with a prompt.
    private synchronized void begun(TypedText prompt) {
        taken.submitted(prompt);
        end(typedIn(prompt), new NudgeEvent.TurnBegun(Instant.now()));
    }

    /// Returns the notes whose typing has begun in a message that this prompt contains.
    private synchronized List<Note> typedIn(TypedText prompt) {
        return open.values().stream()
                .map(Entry::note)
                .filter(note -> typed(note).filter(prompt::contains).isPresent())
                .toList();
    }

    private Optional<TypedText> typed(Note note) {
        return records.job(note)
                .flatMap(NoteKey.of(note)::nudge)
                .flatMap(Nudge::typedText)
                .map(TypedText::of);
    }

    /// Takes in the receipt of an answer. It counts only while nothing but the answer reports the
    /// end: if it comes late, when a hook has begun to report the end as well, its call was dropped
    /// at that moment.
    private synchronized void answerReceived(long number, String transcript) {
        NoteKey key = NoteKey.ofEnd(number);
        boolean isWithHook = isHeld(key) && !answering.containsKey(number);
        NudgeEvent event = new NudgeEvent.AnswerReceived(transcript, Instant.now());
        if (!isWithHook
                && jobs.find(number).filter(e -> e.applyFact(j -> j.after(event))).isPresent()) {
            open.remove(key);
            take(jobs.require(number).job(), Optional.empty());
        }
    }

    /// Checks what these agents have received in turns that are now over.
    void prove(Predicate<NudgeTarget> isMeant) {
        received.prove(isMeant).forEach(this::add);
        updateMarks();
    }

    /// Records the end of these notes. Even if it cannot be written, they are not reported again.
    private synchronized void end(List<Note> told, NudgeEvent event) {
        records.record(told, event);
        told.forEach(note -> open.remove(NoteKey.of(note)));
        updateMarks();
    }

    /// Brings the marks for hooks up to date. No hook reports text that is being typed: the prompt
    /// that it becomes calls a hook, which leaves a receipt. Also called when a job's target has
    /// changed.
    public void updateMarks() {
        if (isFilled) {
            Stream<NudgeTarget> told = agents((key, job) -> !isBeingTyped(key, job));
            marks.set(
                    Stream.of(told, received.agents(), waiting.get()).flatMap(t -> t),
                    Stream.concat(agents(JobOutbox::isUnreceived), taken.agents()));
        }
    }

    private static boolean isUnreceived(NoteKey key, Job job) {
        return key.nudge(job).flatMap(Nudge::unreceivedText).isPresent();
    }

    private Stream<NudgeTarget> agents(BiPredicate<NoteKey, Job> isMeant) {
        return open.values().stream()
                .map(Entry::note)
                .filter(note -> records.isSo(note, isMeant))
                .flatMap(note -> records.job(note).flatMap(Job::target).stream());
    }
}
