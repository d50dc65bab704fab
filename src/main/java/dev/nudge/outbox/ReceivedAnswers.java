package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeTarget;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The ends reported by answers that have receipts, as long as the turn may still be cancelled.
/// Thread-safe.
final class ReceivedAnswers {
    private final NoteRecords records;
    private final Set<NoteKey> unproven = ConcurrentHashMap.newKeySet();

    ReceivedAnswers(NoteRecords records) {
        this.records = records;
    }

    /// Adds the end of a job, if it is recorded as received.
    void add(Job job) {
        if (job.nudge() instanceof Nudge.Received) {
            unproven.add(NoteKey.ofEnd(job.number()));
        }
    }

    /// Returns the agents whose next prompt must be announced, since a turn is over then.
    Stream<NudgeTarget> agents() {
        return unproven.stream().flatMap(key -> target(key).stream());
    }

    private Optional<NudgeTarget> target(NoteKey key) {
        return records.job(key).flatMap(Job::target);
    }

    /// Returns the ends that these agents have received. Forgets those of jobs that have been
    /// removed.
    List<NoteKey> of(Predicate<NudgeTarget> isMeant) {
        unproven.removeIf(key -> records.job(key).isEmpty());
        return unproven.stream().filter(key -> target(key).filter(isMeant).isPresent()).toList();
    }

    void remove(NoteKey key) {
        unproven.remove(key);
    }
}
