package dev.nudge.outbox;

import dev.nudge.agent.Transcript;
import dev.nudge.delivery.typing.TypedText;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeEvent;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Records what agents have received: what their receipts show, and, since a person who cancels a
/// turn makes the model forget all that it received in it, what the record of the conversation
/// shows once the turn is over. Each change holds the lock of the [Ledger].
final class Acknowledgements {
    private final Jobs jobs;
    private final Ledger ledger;
    private final NoteRecords records;
    private final Receipts receipts;

    Acknowledgements(Jobs jobs, Ledger ledger, Receipts receipts) {
        this.jobs = jobs;
        this.ledger = ledger;
        this.records = ledger.records();
        this.receipts = receipts;
    }

    /// Takes in the receipts that have come: their notes have been reported. Blocks on the file
    /// system only.
    void receive() {
        receipts.take(
                new Receipts.Taker() {
                    @Override
                    public void received(long job, String transcript) {
                        answerReceived(job, transcript);
                    }

                    @Override
                    public void submitted(String prompt) {
                        turnBegun(TypedText.of(prompt));
                    }
                });
    }

    /// Takes in the receipt of an answer. It counts only while nothing but the answer reports the
    /// end: if it comes late, when a hook has begun to report the end as well, its call was dropped
    /// at that moment.
    private void answerReceived(long number, String transcript) {
        NoteKey key = NoteKey.ofEnd(number);
        NudgeEvent event = new NudgeEvent.AnswerReceived(transcript, Instant.now());
        synchronized (ledger) {
            OpenNotes open = ledger.open();
            boolean isWithHook = open.isHeld(key) && !open.isAnswering(number);
            Optional<JobEntry> entry = jobs.find(number).filter(_ -> !isWithHook);
            if (entry.filter(e -> e.applyFact(j -> key.after(j, event))).isPresent()) {
                open.remove(key);
                ledger.takeReported(entry.get().job());
            }
        }
    }

    /// Records that a turn has begun with a prompt: the messages in it are delivered.
    private void turnBegun(TypedText prompt) {
        NudgeEvent begun = new NudgeEvent.TurnBegun(Instant.now());
        synchronized (ledger) {
            records.record(ledger.taken().removeBegun(prompt), begun);
            ledger.close(typedIn(prompt), begun);
        }
    }

    /// Returns the notes whose typing has begun in a message that this prompt contains.
    private List<NoteKey> typedIn(TypedText prompt) {
        return ledger.open()
                .all()
                .map(NoteKey::of)
                .filter(key -> typed(key).filter(prompt::contains).isPresent())
                .toList();
    }

    private Optional<TypedText> typed(NoteKey key) {
        return records.nudge(key).flatMap(Nudge::typedText).map(TypedText::of);
    }

    /// Checks the answers that these agents have received and whose turns are over. An end whose
    /// answer is not in the conversation is to be reported again. Blocks on the file system only.
    void prove(Predicate<NudgeTarget> isMeant) {
        for (NoteKey key : ledger.received().of(isMeant)) {
            prove(key);
            ledger.received().remove(key);
        }
        ledger.updateMarks();
    }

    private void prove(NoteKey key) {
        if (records.nudge(key).orElse(null) instanceof Nudge.Received answer) {
            Path transcript = Path.of(answer.transcript());
            boolean isKept = Transcript.holds(transcript, receipts.of(key.job()).text());
            turnOver(key, answer, isKept);
        }
        ledger.takeAgain(List.of(key));
    }

    /// Records the end of the turn, unless the account has changed since the conversation was
    /// looked at.
    private void turnOver(NoteKey key, Nudge.Received seen, boolean isKept) {
        synchronized (ledger) {
            if (records.nudge(key).filter(seen::equals).isPresent()) {
                records.record(List.of(key), new NudgeEvent.TurnOver(isKept));
            }
        }
    }
}
