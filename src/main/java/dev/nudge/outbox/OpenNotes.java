package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The open notes in memory, and whether a hook or the answer to a call holds each. It decides
/// nothing. It is changed with the lock of the [Ledger]; reading needs no lock.
final class OpenNotes {
    private final ConcurrentMap<NoteKey, Entry> entries = new ConcurrentHashMap<>();

    /// Jobs whose end an answer is about to report, with the number of such answers.
    private final ConcurrentMap<Long, Integer> answering = new ConcurrentHashMap<>();

    private record Entry(Note note, boolean isHeld) {}

    /// Adds a note, unless it is there. An end that an answer is about to report is held at once.
    void add(Note note) {
        NoteKey key = NoteKey.of(note);
        boolean isHeld = key.isEnd() && isAnswering(key.job());
        entries.computeIfAbsent(key, _ -> new Entry(note, isHeld));
    }

    void beginAnswer(long job) {
        answering.merge(job, 1, Integer::sum);
    }

    void endAnswer(long job) {
        answering.computeIfPresent(job, (_, calls) -> calls == 1 ? null : calls - 1);
    }

    boolean isAnswering(long job) {
        return answering.containsKey(job);
    }

    /// Keeps a note from the courier and from other hooks, if it is there.
    void hold(NoteKey key) {
        entries.computeIfPresent(key, (_, e) -> new Entry(e.note(), true));
    }

    Optional<Note> find(NoteKey key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::note);
    }

    void release(NoteKey key) {
        entries.computeIfPresent(key, (_, e) -> new Entry(e.note(), false));
    }

    void remove(NoteKey key) {
        entries.remove(key);
    }

    void removeIf(Predicate<NoteKey> isOver) {
        entries.keySet().removeIf(isOver);
    }

    boolean isHeld(NoteKey key) {
        Entry entry = entries.get(key);
        return entry != null && entry.isHeld();
    }

    boolean isFree(NoteKey key) {
        Entry entry = entries.get(key);
        return entry != null && !entry.isHeld();
    }

    boolean hasHeld(long job) {
        return entries.entrySet().stream()
                .anyMatch(e -> e.getValue().isHeld() && e.getKey().job() == job);
    }

    Stream<NoteKey> keys() {
        return entries.keySet().stream();
    }

    /// Returns the notes that nothing holds, in the order in which they happened.
    List<Note> free() {
        return entries.values().stream()
                .filter(e -> !e.isHeld())
                .map(Entry::note)
                .sorted(Comparator.comparing(Note::at).thenComparing(Note::job))
                .toList();
    }
}
