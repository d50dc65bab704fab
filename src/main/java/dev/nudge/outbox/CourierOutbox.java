package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.NotesToType;
import dev.nudge.job.Job;
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
final class CourierOutbox implements NotesToType {
    private final Ledger ledger;
    private final Claims claims;
    private final Acknowledgements acknowledgements;
    private final NoteWriter notes;
    private final Predicate<NudgeTarget> leavesReceipts;

    /// @param leavesReceipts whether an agent's hooks leave receipts for typed messages
    CourierOutbox(
            Ledger ledger,
            Claims claims,
            Acknowledgements acknowledgements,
            NoteWriter notes,
            Predicate<NudgeTarget> leavesReceipts) {
        this.ledger = ledger;
        this.claims = claims;
        this.acknowledgements = acknowledgements;
        this.notes = notes;
        this.leavesReceipts = leavesReceipts;
    }

    @Override
    public List<PendingNote> pending(AgentBinding agent) {
        if (isReceiptDue(agent)) {
            acknowledgements.receive();
        }
        return listed(agent).toList();
    }

    private boolean isReceiptDue(AgentBinding agent) {
        return isReceiptAwaited(agent)
                || listed(agent).anyMatch(note -> !note.typedText().isEmpty());
    }

    /// Returns whether the agent has taken something for which it is to leave a receipt.
    private boolean isReceiptAwaited(AgentBinding agent) {
        return ledger.taken()
                .agents()
                .filter(target -> isOf(Optional.of(target), agent))
                .anyMatch(leavesReceipts);
    }

    private Stream<PendingNote> listed(AgentBinding agent) {
        return ledger.due(job -> isOf(job.target(), agent))
                .flatMap(due -> due.nudge().map(nudge -> pending(due, nudge)).stream());
    }

    private static boolean isOf(Optional<NudgeTarget> target, AgentBinding agent) {
        return target.map(AgentBinding::of).filter(agent::equals).isPresent();
    }

    private PendingNote pending(Ledger.Due due, NudgeState nudge) {
        boolean isTyping = nudge instanceof NudgeState.Typing;
        boolean isCopied = nudge instanceof NudgeState.Typing typing && typing.left().isPresent();
        return new PendingNote(
                notes.current(due.note(), due.job()),
                nudge.typedText().orElse(""),
                nudge instanceof NudgeState.Typing typing ? typing.id() : "",
                isCopied && !(nudge instanceof NudgeState.Typing typing && typing.isAgain()),
                isCopied,
                nudge instanceof NudgeState.Answered,
                isTyping && due.job().target().filter(leavesReceipts).isPresent());
    }

    /// Records the typing after a last look for receipts. The moment at which the agent was idle
    /// decides about an end that an answer has reported: the receipt for an answer given before it
    /// has come by now, or never will, so without one the end is typed. An answer given since, or
    /// to an agent that is working, may still be received: its end is not typed.
    @Override
    public boolean markTyping(List<Note> told, String text, Optional<Instant> idleAt)
            throws IOException {
        acknowledgements.receive();
        return claims.beginTyping(NoteKey.all(told), text, idleAt);
    }

    @Override
    public void markPending(List<Note> told) throws IOException {
        acknowledgements.receive();
        claims.notTyped(NoteKey.all(told));
    }

    @Override
    public boolean markTaken(List<Note> told) {
        List<NoteKey> keys = NoteKey.all(told);
        boolean isReceipted =
                keys.stream()
                        .flatMap(key -> ledger.records().job(key).flatMap(Job::target).stream())
                        .anyMatch(leavesReceipts);
        claims.promptTaken(keys);
        return isReceipted;
    }

    @Override
    public void markBegun(List<Note> told) {
        acknowledgements.turnSeen(NoteKey.all(told));
    }

    @Override
    public void markRecorded(List<Note> told, Path record) {
        acknowledgements.turnRecorded(NoteKey.all(told), record);
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
