package dev.nudge.outbox;

import dev.nudge.agent.Transcript;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/// The turns that agents have begun with what they have taken, as far as their records of the
/// conversation show them. No hook leaves a receipt for what came to an inbox.
final class RecordedTurns {
    private final NoteRecords records;
    private final NotesInState taken;
    private final BiFunction<NudgeTarget, String, Optional<Path>> transcripts;
    private final Map<Path, Look> looks = new HashMap<>();

    /// @param transcripts the record of the conversation of an agent, if it is to be looked at for
    ///   this text
    RecordedTurns(
            NoteRecords records,
            NotesInState taken,
            BiFunction<NudgeTarget, String, Optional<Path>> transcripts) {
        this.records = records;
        this.taken = taken;
        this.transcripts = transcripts;
    }

    /// A look at a record of a certain size. Another one for the same notes would find the same.
    private record Look(long size, Set<NoteKey> wanted) {}

    /// Passes on the notes with which a turn has begun, with the record that shows them. A record
    /// is read only if it has grown, or something else is looked for. When this returns, all that
    /// was there before has been passed on, by this call or another. Blocks on the file system.
    synchronized void take(BiConsumer<Path, List<NoteKey>> taker) {
        Map<Path, Set<NoteKey>> wanted = new HashMap<>();
        for (NoteKey key : taken.all()) {
            transcript(key)
                    .ifPresent(t -> wanted.computeIfAbsent(t, _ -> new HashSet<>()).add(key));
        }
        looks.keySet().retainAll(wanted.keySet());
        wanted.forEach((transcript, keys) -> taker.accept(transcript, held(transcript, keys)));
    }

    private Optional<Path> transcript(NoteKey key) {
        return records.job(key)
                .flatMap(Job::target)
                .flatMap(agent -> text(key).flatMap(text -> transcripts.apply(agent, text)));
    }

    private List<NoteKey> held(Path transcript, Set<NoteKey> keys) {
        Look look = new Look(size(transcript), keys);
        if (look.equals(looks.get(transcript))) {
            return List.of();
        }
        List<String> texts = keys.stream().flatMap(key -> text(key).stream()).toList();
        Optional<Transcript> found = Transcript.search(transcript, texts);
        found.ifPresent(_ -> looks.put(transcript, look));
        return keys.stream()
                .filter(key ->
                        found.isPresent() && text(key).filter(found.get()::holds).isPresent())
                .toList();
    }

    private Optional<String> text(NoteKey key) {
        return records.nudge(key).flatMap(NudgeState::unreceivedText);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException none) {
            return 0;
        }
    }
}
