package dev.nudge.outbox;

import dev.nudge.agent.Transcript;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.outbox.Ledger.JobNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/// The turns that agents have begun with what they have taken, or may have, as far as their records
/// of the conversation show them. No hook leaves a receipt for what came to an inbox.
///
/// An agent may have a message though nothing has said so, and the next inbox or monitor of its
/// would take it once more. So what is being typed is looked for too, but only in what was written
/// since: the same words may have been a message before.
final class RecordedTurns {
    private final Ledger ledger;
    private final BiFunction<NudgeTarget, NudgeState, Optional<Path>> transcripts;
    private final Map<Path, Look> looks = new HashMap<>();

    /// @param transcripts the record of an agent's conversation; empty if it is not to be searched
    ///   for a message in this state
    RecordedTurns(Ledger ledger, BiFunction<NudgeTarget, NudgeState, Optional<Path>> transcripts) {
        this.ledger = ledger;
        this.transcripts = transcripts;
    }

    /// A look at a record of a certain size. Another one for the same notes would find the same.
    private record Look(long size, Set<NoteKey> wanted) {}

    /// Passes on the notes with which a turn has begun, with the record that shows them. A record
    /// is read only if it has grown, or something else is looked for. When this returns, all that
    /// was there before has been passed on, by this call or another. Blocks on the file system.
    synchronized void take(BiConsumer<Path, List<NoteKey>> taker) {
        Map<Path, Set<NoteKey>> wanted = new HashMap<>();
        ledger.given(RecordedTurns::isSought)
                .forEach(note ->
                        transcript(note)
                                .ifPresent(t ->
                                        wanted.computeIfAbsent(t, _ -> new HashSet<>())
                                                .add(note.key())));
        looks.keySet().retainAll(wanted.keySet());
        wanted.forEach((transcript, keys) -> taker.accept(transcript, held(transcript, keys)));
    }

    private Optional<Path> transcript(JobNote note) {
        return note.job().target().flatMap(agent -> transcripts.apply(agent, note.news().nudge()));
    }

    private List<NoteKey> held(Path transcript, Set<NoteKey> keys) {
        Look look = new Look(size(transcript), keys);
        if (look.equals(looks.get(transcript))) {
            return List.of();
        }
        List<String> texts =
                keys.stream()
                        .flatMap(key -> sought(key).flatMap(NudgeState::unreceivedText).stream())
                        .toList();
        Optional<Transcript> found = Transcript.search(transcript, texts);
        found.ifPresent(_ -> looks.put(transcript, look));
        return keys.stream()
                .filter(key -> found.filter(record -> isIn(record, key)).isPresent())
                .toList();
    }

    private boolean isIn(Transcript record, NoteKey key) {
        return sought(key)
                .filter(nudge ->
                        switch (nudge) {
                            case NudgeState.Taken(String text, _) -> record.holds(text);
                            case NudgeState.Typing(String text, String id, _, _) ->
                                    record.holdsSince(text, MessageId.time(id));
                            default -> false;
                        })
                .isPresent();
    }

    /// Returns the state of a message that the agent may have. What was typed for an agent that is
    /// gone is in no record of the next one.
    private Optional<NudgeState> sought(NoteKey key) {
        return ledger.nudge(key).filter(RecordedTurns::isSought);
    }

    private static boolean isSought(NudgeState nudge) {
        return nudge instanceof NudgeState.Taken
                || (nudge instanceof NudgeState.Typing typing && typing.left().isEmpty());
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException none) {
            return 0;
        }
    }

    /// A message's id, with the time when its typing began: a UUID of version 7 (RFC 9562).
    static final class MessageId {
        private static final int TIME_SHIFT = 16;

        private MessageId() {}

        static String next(Instant now) {
            UUID random = UUID.randomUUID();
            long first = (random.getMostSignificantBits() & 0xfff) | 0x7000;
            return new UUID(
                            (now.toEpochMilli() << TIME_SHIFT) | first,
                            random.getLeastSignificantBits())
                    .toString();
        }

        /// Returns the time in an id, in whole milliseconds; [Instant#MAX] if it is damaged.
        static Instant time(String id) {
            try {
                long first = UUID.fromString(id).getMostSignificantBits();
                return Instant.ofEpochMilli(first >>> TIME_SHIFT);
            } catch (IllegalArgumentException e) {
                return Instant.MAX;
            }
        }
    }
}
