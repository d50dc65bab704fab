package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/// The notes that an agent has been told in a turn that may still fail or be cancelled.
/// Thread-safe.
final class UnprovenNotes {
    private final NoteRecords records;
    private final Set<NoteKey> unproven = ConcurrentHashMap.newKeySet();

    UnprovenNotes(NoteRecords records) {
        this.records = records;
    }

    /// Adds the notes of a job that are recorded so.
    void add(Job job) {
        job.news()
                .map(news -> NoteKey.of(job, news))
                .filter(key -> isUnproven(key, job))
                .forEach(unproven::add);
    }

    private static boolean isUnproven(NoteKey key, Job job) {
        return key.nudge(job)
                .filter(n -> n instanceof NudgeState.Received || n instanceof NudgeState.InTurn)
                .isPresent();
    }

    /// Returns the agents whose next prompt must be announced, since a turn is over then.
    Stream<NudgeTarget> agents() {
        return unproven.stream().flatMap(key -> records.job(key).flatMap(Job::target).stream());
    }

    /// Returns those that are meant. Forgets those of jobs that have been removed, or that have
    /// other news since.
    List<NoteKey> of(BiPredicate<NoteKey, Job> isMeant) {
        unproven.removeIf(key -> records.job(key).filter(j -> isUnproven(key, j)).isEmpty());
        return unproven.stream()
                .filter(key -> records.job(key).filter(j -> isMeant.test(key, j)).isPresent())
                .toList();
    }

    void remove(NoteKey key) {
        unproven.remove(key);
    }
}
