package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The parts of an outbox without a courier: a test types and reports itself.
final class OutboxParts {
    final Ledger ledger;
    final Claims claims;
    final Acknowledgements acknowledgements;
    final Leftovers leftovers;
    final CourierOutbox courier;
    final Receipts receipts;
    private final Jobs jobs;
    private final Path handing;
    private final PendingMarks marks;

    /// @param leavesReceipts whether hooks leave receipts for typed messages
    OutboxParts(JobsOnDisk disk, Jobs jobs, BooleanSupplier leavesReceipts) throws IOException {
        this(disk, jobs, leavesReceipts, Optional::empty, Optional::empty);
    }

    /// @param turns the record of the conversation that shows turns for which there is no receipt
    /// @param transcript the record of the conversation that shows what is missing
    OutboxParts(
            JobsOnDisk disk,
            Jobs jobs,
            BooleanSupplier leavesReceipts,
            Supplier<Optional<Path>> turns,
            Supplier<Optional<Path>> transcript)
            throws IOException {
        StateDirectory state = disk.state();
        NoteWriter notes = new NoteWriter(disk.store());
        this.jobs = jobs;
        this.handing = state.handing();
        this.marks = new PendingMarks(state.pending(), _ -> true, Stream::empty);
        this.receipts = new Receipts(state.receipts(), state.receiptKey());
        this.ledger = new Ledger(jobs, notes, marks, new TaskClaims(_ -> {}));
        this.claims = new Claims(ledger, notes);
        this.acknowledgements = new Acknowledgements(jobs, ledger, receipts, (_, _) -> turns.get());
        this.leftovers =
                new Leftovers(
                        jobs,
                        ledger,
                        acknowledgements,
                        SomeAlive.only(SomeJob.AGENT),
                        _ -> {},
                        _ -> transcript.get());
        this.courier =
                new CourierOutbox(
                        ledger, acknowledgements, notes, _ -> leavesReceipts.getAsBoolean());
    }

    /// Makes a whole outbox, with a courier.
    static JobOutbox whole(JobsOnDisk disk, Jobs jobs, Recipients recipients) throws IOException {
        ProcessTable processes = new ProcessTable();
        return new JobOutbox(
                jobs, disk.store(), disk.state(), processes, recipients, Stream::empty);
    }

    /// Takes in all jobs, as a daemon does when it starts.
    void fill() {
        jobs.all().forEach(ledger::take);
        acknowledgements.receive();
        marks.start();
        ledger.updateMarks();
    }

    /// Returns the notes that the courier may type.
    List<Note> pending(NudgeTarget agent) {
        return pending(agent, PendingNote::note);
    }

    <T> List<T> pending(NudgeTarget agent, Function<PendingNote, T> part) {
        return courier.pending(AgentBinding.of(agent)).stream().map(part).toList();
    }

    /// Makes a lease that wakes nobody.
    AnswerLease lease() {
        return new AnswerLease(claims, receipts, _ -> {});
    }

    /// Makes the register of what hooks hold, which wakes nobody.
    HeldNotes held() {
        return new HeldNotes(
                ledger, claims, acknowledgements, handing, new ProcessTable(), _ -> {}, _ -> {});
    }
}
