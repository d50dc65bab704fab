package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The notes that are in a certain state: kept in memory, so that not all jobs are looked through
/// for them. Whether a note is in that state, its job says, each time. Thread-safe.
final class NotesInState {
    private final NoteRecords records;
    private final Predicate<NudgeState> state;
    private final Set<NoteKey> notes = ConcurrentHashMap.newKeySet();

    NotesInState(NoteRecords records, Predicate<NudgeState> state) {
        this.records = records;
        this.state = state;
    }

    /// Adds the notes of a job that are in this state.
    void add(Job job) {
        job.news()
                .map(news -> NoteKey.of(job, news))
                .filter(key -> isInState(key, job))
                .forEach(notes::add);
    }

    private boolean isInState(NoteKey key, Job job) {
        return key.nudge(job).filter(state).isPresent();
    }

    /// Returns the agents that are notified of them.
    Stream<NudgeTarget> agents() {
        return notes.stream().flatMap(key -> records.job(key).flatMap(Job::target).stream());
    }

    /// Returns all.
    Set<NoteKey> all() {
        return Set.copyOf(notes);
    }

    /// Returns those that are meant. Forgets those of jobs that have been removed, or that are in
    /// another state by now.
    List<NoteKey> of(BiPredicate<NoteKey, Job> isMeant) {
        notes.removeIf(key -> records.job(key).filter(j -> isInState(key, j)).isEmpty());
        return notes.stream()
                .filter(key -> records.job(key).filter(j -> isMeant.test(key, j)).isPresent())
                .toList();
    }

    /// Returns those that are meant, and removes them.
    List<NoteKey> take(BiPredicate<NoteKey, Job> isMeant) {
        List<NoteKey> taken = of(isMeant);
        remove(taken);
        return taken;
    }

    void remove(Collection<NoteKey> some) {
        some.forEach(notes::remove);
    }
}
