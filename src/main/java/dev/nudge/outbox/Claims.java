package dev.nudge.outbox;

import static java.util.stream.Collectors.toMap;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.outbox.JobOutbox.TaskEnd;
import dev.nudge.outbox.Ledger.Due;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Gives each open note to only one reporter: to a hook, or to the answer to a call, for which it
/// is held; to the result of a task; or, in [CourierOutbox], to the courier.
final class Claims {
    private final Ledger ledger;
    private final NoteWriter notes;
    private final OpenNotes open;

    Claims(Ledger ledger, NoteWriter notes) {
        this.ledger = ledger;
        this.notes = notes;
        this.open = ledger.open();
    }

    /// Holds for a hook the first notes that wait, are wanted, and are not being typed.
    List<Note> hold(Predicate<Due> isWanted, int most) {
        List<Due> held;
        synchronized (ledger) {
            held =
                    ledger.due(_ -> true)
                            .filter(due -> due.nudge().isUntold() && isWanted.test(due))
                            .limit(most)
                            .toList();
            held.forEach(due -> open.hold(due.key()));
        }
        try {
            return held.stream().map(due -> notes.current(due.note(), due.job())).toList();
        } catch (RuntimeException | Error e) {
            release(held.stream().map(Due::key).toList());
            throw e;
        }
    }

    /// Holds again for a hook what it got from an earlier daemon, unless that has been reported.
    /// This includes the lines of a watch that has ended since, which its end would report.
    List<Note> holdAgain(List<NoteKey> keys) {
        synchronized (ledger) {
            return keys.stream().flatMap(key -> heldAgain(key).stream()).toList();
        }
    }

    private Optional<Note> heldAgain(NoteKey key) {
        Optional<Job> job =
                ledger.job(key).filter(j -> key.nudge(j).filter(NudgeState::isUntold).isPresent());
        job.flatMap(Job::interim)
                .filter(last -> last.number() == key.news())
                .ifPresent(last -> open.add(NoteWriter.of(job.get(), last)));
        open.hold(key);
        return job.flatMap(_ -> open.find(key));
    }

    void release(List<NoteKey> held) {
        synchronized (ledger) {
            held.forEach(open::release);
        }
        ledger.takeAgain(held);
    }

    void handedOver(List<NudgeMessage> told, Turn turn) {
        Instant now = Instant.now();
        Map<NoteKey, String> texts =
                told.stream()
                        .collect(toMap(m -> NoteKey.of(m.notes().getFirst()), NudgeMessage::text));
        ledger.close(
                List.copyOf(texts.keySet()),
                key -> new NudgeEvent.HandedOver(now, turn, texts.getOrDefault(key, "")));
    }

    /// Holds a job's end for the answer to a call, which will report it. This includes an end that
    /// has come and waits, but not one that is already being reported.
    void expectAnswer(JobEntry job) {
        synchronized (ledger) {
            NoteKey key = NoteKey.ofEnd(job.job());
            open.beginAnswer(key.job());
            ledger.nudge(key).filter(NudgeState::isUntold).ifPresent(_ -> open.hold(key));
        }
    }

    /// Ends what [#expectAnswer] began.
    ///
    /// @param told the job as the answer reports its end; empty if it does not
    /// @return whether the answer is what reports the end; then it must carry a receipt
    boolean answered(JobEntry job, Optional<Job> told) {
        NudgeEvent given = new NudgeEvent.AnswerGiven(Instant.now());
        synchronized (ledger) {
            long number = job.job().number();
            open.endAnswer(number);
            Optional<NoteKey> key = told.map(NoteKey::ofEnd);
            key.ifPresent(end -> job.applyFact(j -> end.after(j, given)));
            if (!open.isAnswering(number)) {
                open.release(NoteKey.ofEnd(job.job()));
            }
            return key.flatMap(end -> end.nudge(job.job()))
                    .filter(NudgeState.Answered.class::isInstance)
                    .isPresent();
        }
    }

    record ForTask(
            JobEntry entry, Receipt receipt, Optional<NudgeTarget> next, boolean isProvable) {
        NudgeState nudge() {
            return entry.job().nudge();
        }

        boolean isNobodyElses() {
            return nudge() instanceof NudgeState.Off || nudge().isToldBy(receipt.text());
        }
    }

    /// Reports the ends of jobs by the result of a task, whose client gets it now; all of them in
    /// one step: if something else is about to report one, the task still works, and must not have
    /// taken the others, since its client may not ask again.
    List<TaskEnd> giveToTask(List<ForTask> wanted) {
        Instant now = Instant.now();
        synchronized (ledger) {
            boolean isNotYet = wanted.stream().anyMatch(end -> isBeingReported(end, now));
            return wanted.stream()
                    .map(end -> {
                        TaskEnd.Share share = isNotYet ? TaskEnd.Share.NOT_YET : give(end, now);
                        return new TaskEnd(end.entry().job(), share, end.receipt());
                    })
                    .toList();
        }
    }

    private TaskEnd.Share give(ForTask end, Instant now) {
        JobEntry entry = end.entry();
        NoteKey key = NoteKey.ofEnd(entry.job());
        if (end.next().isPresent() && end.nudge() instanceof NudgeState.Taken) {
            NudgeEvent ended = new NudgeEvent.AgentEnded(now);
            entry.applyFact(job -> key.after(job.withTarget(end.next().get()), ended));
        }
        if (end.isNobodyElses()) {
            return TaskEnd.Share.RESULT;
        }
        if (!end.nudge().isUntold()) {
            return TaskEnd.Share.REPORTED;
        }
        NudgeEvent answered =
                new NudgeEvent.TaskAnswered(now, end.receipt().text(), end.isProvable());
        entry.applyFact(job -> key.after(end.next().map(job::withTarget).orElse(job), answered));
        ledger.follow(key);
        open.remove(key);
        ledger.updateMarks();
        return TaskEnd.Share.RESULT;
    }

    /// An answer without a receipt was not received, once some time has passed.
    private boolean isBeingReported(ForTask end, Instant now) {
        NoteKey key = NoteKey.ofEnd(end.entry().job());
        boolean isHeld = open.isHeld(key) || open.isAnswering(key.job());
        return !end.isNobodyElses()
                && switch (end.nudge()) {
                    case NudgeState.Pending _ -> isHeld;
                    case NudgeState.Answered(Instant at) ->
                            isHeld
                                    || (at.plus(TaskClaims.PATIENCE).isAfter(now)
                                            && !at.isAfter(now));
                    case NudgeState.Typing _ -> true;
                    default -> false;
                };
    }

    /// Changes a job by a line that it has found, unless the previous line is held for a hook, or
    /// is in the agent's queue: the next one could not reach the agent before it. But the agent's
    /// turn does not end before a call that waits for the job, so then the line counts as reported.
    boolean applyFound(JobEntry entry, UnaryOperator<Job> change) {
        long number = entry.job().number();
        synchronized (ledger) {
            boolean isQueued =
                    entry.job()
                            .interim()
                            .filter(q -> q.nudge() instanceof NudgeState.Taken)
                            .filter(_ -> !open.isAnswering(number))
                            .isPresent();
            return !open.hasHeld(number) && !isQueued && entry.applyFact(change);
        }
    }
}
