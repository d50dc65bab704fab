package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.NotesToType;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The outbox as the courier sees it: what it may type now, and what it has typed.
record CourierOutbox(
        Ledger ledger,
        Acknowledgements acknowledgements,
        NoteWriter notes,
        Predicate<NudgeTarget> leavesReceipts)
        implements NotesToType {
    @Override
    public List<PendingNote> pending(AgentBinding agent) {
        if (isReceiptAwaited(agent)
                || listed(agent).anyMatch(note -> note.nudge() instanceof NudgeState.Typing)) {
            acknowledgements.receive();
        }
        return listed(agent).toList();
    }

    private boolean isReceiptAwaited(AgentBinding agent) {
        return Ledger.agents(ledger.taken())
                .filter(target -> AgentBinding.of(target).equals(agent))
                .anyMatch(leavesReceipts);
    }

    private Stream<PendingNote> listed(AgentBinding agent) {
        return ledger.due(job -> Ledger.isOf(job, t -> AgentBinding.of(t).equals(agent)))
                .map(this::pending);
    }

    private PendingNote pending(Ledger.Due due) {
        NudgeState nudge = due.nudge();
        return new PendingNote(
                notes.current(due.note(), due.job()),
                nudge,
                nudge instanceof NudgeState.Typing && Ledger.isOf(due.job(), leavesReceipts));
    }

    /// Records that typing begins, after a last look for receipts. What a hook or an answer holds
    /// is not typed. An end that an answer has reported is typed only if the agent was seen to be
    /// idle after it: then the receipt has come by now, or never will. An answer given later, or to
    /// an agent that is working, may still be received.
    @Override
    public boolean markTyping(List<Note> told, String text, Optional<Instant> idleAt)
            throws IOException {
        acknowledgements.receive();
        List<NoteKey> keys = NoteKey.all(told);
        synchronized (ledger) {
            if (!keys.stream().allMatch(key -> isFree(key, idleAt))) {
                return false;
            }
            String id = RecordedTurns.MessageId.next(Instant.now());
            ledger.mark(keys, new NudgeEvent.TypingBegun(text, id));
            ledger.updateMarks();
            return true;
        }
    }

    /// An answer of the future is of a clock that was set back.
    private boolean isFree(NoteKey key, Optional<Instant> idleAt) {
        Predicate<NudgeState> mayBeReceived =
                nudge ->
                        nudge instanceof NudgeState.Answered(Instant at)
                                && idleAt.filter(idle ->
                                                at.isBefore(idle) || at.isAfter(Instant.now()))
                                        .isEmpty();
        return ledger.open().isFree(key)
                && ledger.nudge(key).filter(mayBeReceived.negate()).isPresent();
    }

    /// Lets these notes wait again, except those that the agent has or an answer is to report.
    @Override
    public void markPending(List<Note> told) throws IOException {
        acknowledgements.receive();
        List<NoteKey> keys = NoteKey.all(told);
        OpenNotes open = ledger.open();
        synchronized (ledger) {
            ledger.mark(keys, new NudgeEvent.NotTyped());
            keys.stream()
                    .filter(key -> key.isEnd() && open.isAnswering(key.job()))
                    .forEach(open::hold);
        }
        ledger.takeAgain(keys);
    }

    @Override
    public boolean markTaken(List<Note> told) {
        List<NoteKey> keys = NoteKey.all(told);
        boolean isReceipted =
                keys.stream()
                        .flatMap(key -> ledger.job(key).flatMap(Job::target).stream())
                        .anyMatch(leavesReceipts);
        Instant now = Instant.now();
        synchronized (ledger) {
            ledger.record(keys, _ -> new NudgeEvent.PromptTaken(now));
            keys.forEach(ledger.open()::remove);
            ledger.updateMarks();
        }
        return isReceipted;
    }

    @Override
    public void markBegun(List<Note> told) {
        acknowledgements.turnBegun(NoteKey.all(told), "");
    }

    @Override
    public void markRecorded(List<Note> told, Path record) {
        acknowledgements.turnBegun(NoteKey.all(told), record.toString());
    }

    @Override
    public boolean isTurnDue(AgentBinding agent) {
        if (!isReceiptAwaited(agent)) {
            return false;
        }
        acknowledgements.receive();
        return isReceiptAwaited(agent);
    }
}
