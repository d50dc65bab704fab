package dev.nudge.outbox;

import dev.nudge.agent.Transcript;
import dev.nudge.delivery.typing.TypedText;
import dev.nudge.job.News;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.outbox.Ledger.JobNote;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Records what agents have received. Receipts show it first; once a turn is over, the record of
/// the conversation decides, since the model forgets all of a turn that fails or that a person
/// cancels.
final class Acknowledgements {
    private static final Logger LOG = System.getLogger(Acknowledgements.class.getName());
    private static final Duration LATEST_LINE = Duration.ofMillis(300);

    private final Jobs jobs;
    private final Ledger ledger;
    private final Receipts receipts;
    private final RecordedTurns recorded;
    private final Set<NoteKey> repeated = ConcurrentHashMap.newKeySet();

    /// @param transcripts the record of the conversation of an agent, if it shows by itself that a
    ///   turn has begun with a message in this state, which the agent has taken or may have
    Acknowledgements(
            Jobs jobs,
            Ledger ledger,
            Receipts receipts,
            BiFunction<NudgeTarget, NudgeState, Optional<Path>> transcripts) {
        this.jobs = jobs;
        this.ledger = ledger;
        this.receipts = receipts;
        this.recorded = new RecordedTurns(ledger, transcripts);
    }

    /// Takes in new receipts, and the turns that records show. Blocks on the file system only.
    void receive() {
        receipts.take(
                this::answerReceived,
                (prompt, turn) ->
                        turnBegun(
                                TypedText.of(prompt + "\n" + Transcript.unescaped(prompt)), turn));
        recorded.take((transcript, keys) -> turnBegun(keys, transcript.toString()));
    }

    /// Takes in an answer's receipt, which proves nothing if the job was restarted in place since.
    ///
    /// @return whether the receipt is settled; false while a hook holds the same end. That hook may
    ///   have ended before its request was handled: then it does not report the end, and the
    ///   receipt counts later
    private boolean answerReceived(Receipt receipt, String transcript) {
        synchronized (ledger) {
            // Read first: it may be taken over in between.
            boolean isLeftOut = jobs.leftOut().contains(receipt.job());
            Optional<JobEntry> entry = jobs.find(receipt.job());
            if (entry.isEmpty()) {
                return !isLeftOut;
            }
            NoteKey key = NoteKey.ofEnd(entry.get().job());
            if (entry.get().job().nudge() instanceof NudgeState.Taken(String text, _)
                    && text.equals(receipt.text())) {
                // A client that has waited for a task gives its result as the answer of the tool.
                turnBegun(List.of(key), transcript);
                return true;
            }
            return !receipts.of(key).equals(receipt)
                    || answerReceived(entry.get(), key, transcript);
        }
    }

    private boolean answerReceived(JobEntry entry, NoteKey key, String transcript) {
        NudgeEvent event = new NudgeEvent.AnswerReceived(transcript, Instant.now());
        OpenNotes open = ledger.open();
        if (open.isHeld(key) && !open.isAnswering(key.job())) {
            return false;
        }
        if (entry.applyFact(j -> key.after(j, event))) {
            open.remove(key);
            ledger.take(entry.job(), Optional.empty());
        }
        return true;
    }

    /// Records that a turn has begun with a prompt: the agent has been told the messages in it that
    /// it had taken or that were being typed.
    private void turnBegun(TypedText prompt, Turn turn) {
        NudgeEvent begun = new NudgeEvent.TurnBegun(Instant.now(), turn);
        synchronized (ledger) {
            List<NoteKey> told =
                    ledger.given(nudge -> nudge.unreceivedText().filter(isIn(prompt)).isPresent())
                            .map(JobNote::key)
                            .toList();
            ledger.close(told, _ -> begun);
        }
    }

    /// Records that a turn has begun with these notes, which are in this record, if one is known.
    void turnBegun(List<NoteKey> keys, String transcript) {
        NudgeEvent begun = new NudgeEvent.TurnBegun(Instant.now(), new Turn(0, transcript));
        ledger.close(keys, _ -> begun);
    }

    private static Predicate<String> isIn(TypedText prompt) {
        return text -> prompt.contains(TypedText.of(text));
    }

    /// Checks what agents have been told in turns that are over, since this hook begins another.
    /// What the conversation does not hold is to be reported again. Blocks on the file system, and
    /// for 0.3 s if something is missing.
    ///
    /// An agent runs one such hook after the other. So while this one is there, every turn of
    /// another is over; once it has ended, a further one may have begun, and nothing is checked:
    /// the request of a hook may be handled late.
    ///
    /// @param hook the process of the hook, whose own turn is not over
    void prove(Predicate<NudgeTarget> isMeant, long hook, BooleanSupplier isThere) {
        List<NoteKey> keys =
                ledger.unproven()
                        .filter(note ->
                                Ledger.isOf(note.job(), isMeant) && !isIn(note.news(), hook))
                        .map(JobNote::key)
                        .toList();
        if (isThere.getAsBoolean()) {
            prove(keys, false);
        }
    }

    /// Checks what a living agent has taken without leaving a receipt, and no longer has in its
    /// queue. Blocks on the file system, and for 0.3 s if something is missing.
    void proveTaken(List<NoteKey> keys, Path transcript) {
        if (!keys.isEmpty()) {
            turnBegun(keys, transcript.toString());
            prove(keys, false);
        }
    }

    /// Checks what these agents, which have ended, had been told. What their models have not
    /// answered is to be reported again. Blocks on the file system only.
    void proveOfEnded(Predicate<NudgeTarget> isMeant) {
        Stream<JobNote> told = ledger.unproven().filter(note -> Ledger.isOf(note.job(), isMeant));
        prove(told.map(JobNote::key).toList(), true);
    }

    private static boolean isIn(News news, long hook) {
        return news.nudge() instanceof NudgeState.InTurn told && told.turn().hook() == hook;
    }

    private void prove(List<NoteKey> keys, boolean hasEnded) {
        Map<Path, List<Told>> told =
                keys.stream()
                        .flatMap(key -> told(key).stream())
                        .collect(Collectors.groupingBy(Told::transcript));
        told.forEach((file, all) -> prove(record(file, all, hasEnded), all, hasEnded));
        ledger.takeAgain(keys);
        ledger.updateMarks();
    }

    /// Looks at a conversation. Of a living agent, lines may still be missing (rule R104): if it
    /// lacks something, it is looked at again after some time.
    private static Optional<Transcript> record(Path file, List<Told> all, boolean hasEnded) {
        List<String> texts = all.stream().map(Told::text).toList();
        Optional<Transcript> record = Transcript.search(file, texts);
        if (hasEnded || all.stream().allMatch(t -> t.isIn(record, false))) {
            return record;
        }
        try {
            Thread.sleep(LATEST_LINE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Transcript.search(file, texts);
    }

    private record Told(NoteKey key, NudgeState nudge, Path transcript, String text) {
        /// Of a living agent, a record that cannot be read proves nothing: else all would be
        /// reported with each of its prompts.
        boolean isIn(Optional<Transcript> record, boolean hasEnded) {
            boolean isAnswerWanted = hasEnded && nudge instanceof NudgeState.InTurn;
            return record.map(r -> isAnswerWanted ? r.answers(text) : r.holds(text))
                    .orElse(!hasEnded);
        }
    }

    private Optional<Told> told(NoteKey key) {
        return switch (ledger.nudge(key).orElse(null)) {
            case NudgeState.Received had -> {
                Path transcript = Path.of(had.transcript());
                yield Optional.of(new Told(key, had, transcript, receipts.of(key).text()));
            }
            case NudgeState.InTurn had -> {
                Path transcript = Path.of(had.turn().transcript());
                yield Optional.of(new Told(key, had, transcript, had.text()));
            }
            case null, default -> Optional.empty();
        };
    }

    /// Reports nothing to a living agent more than once again, whatever its record shows.
    private void prove(Optional<Transcript> record, List<Told> told, boolean hasEnded) {
        for (Told t : told) {
            boolean isKept = t.isIn(record, hasEnded) || (!hasEnded && !repeated.add(t.key()));
            if (!isKept) {
                LOG.log(
                        Level.INFO,
                        "job %d: %s holds neither the message nor an answer to it: %s"
                                .formatted(t.key().job(), t.transcript(), t.text()));
            }
            synchronized (ledger) {
                // Unless it has changed since the conversation was looked at.
                if (ledger.nudge(t.key()).filter(t.nudge()::equals).isPresent()) {
                    ledger.record(List.of(t.key()), _ -> new NudgeEvent.TurnOver(isKept));
                }
            }
        }
    }
}
