package dev.nudge.outbox;

import dev.nudge.delivery.typing.TypedText;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/// The notes whose message an agent has taken from its prompt, and with which no turn has begun
/// yet, as far as is known. Only [Ledger] changes it, with its lock.
final class TakenMessages {
    /// The time in which an idle agent begins a turn with what it has taken, and its hook leaves
    /// the receipt.
    private static final Duration RECEIPT_TIME = Duration.ofMinutes(1);

    private final NoteRecords records;
    private final Set<NoteKey> taken = ConcurrentHashMap.newKeySet();

    TakenMessages(NoteRecords records) {
        this.records = records;
    }

    /// Adds the notes of a job that are recorded as taken.
    void add(Job job) {
        job.news()
                .map(news -> NoteKey.of(job, news))
                .filter(key -> isTaken(key, job))
                .forEach(taken::add);
    }

    private static boolean isTaken(NoteKey key, Job job) {
        return key.nudge(job).filter(NudgeState.Taken.class::isInstance).isPresent();
    }

    /// Returns the agents whose hook must leave a receipt.
    Stream<NudgeTarget> agents() {
        return taken.stream().flatMap(key -> records.job(key).flatMap(Job::target).stream());
    }

    /// Returns the notes.
    Set<NoteKey> keys() {
        return Set.copyOf(taken);
    }

    /// Removes notes with which a turn has begun.
    void remove(List<NoteKey> begun) {
        begun.forEach(taken::remove);
    }

    /// Removes the notes with which a turn has begun: their message is in this prompt.
    List<NoteKey> removeBegun(TypedText prompt) {
        return remove((key, job) ->
                key.nudge(job)
                        .flatMap(NudgeState::unreceivedText)
                        .map(TypedText::of)
                        .filter(prompt::contains)
                        .isPresent());
    }

    /// Removes what an agent had taken some time before it was seen idle, with nothing in its
    /// queue. It has become a turn without a receipt, since its hook has failed; or a person has
    /// removed it. A time in the future is of a clock that was set back.
    List<NoteKey> removeQueued(NudgeTarget agent, Instant idleAt) {
        Instant until = idleAt.minus(RECEIPT_TIME);
        Instant now = Instant.now();
        return remove((key, job) ->
                job.target().filter(agent::equals).isPresent()
                        && key.nudge(job)
                                .flatMap(NudgeState::changedAt)
                                .filter(since -> since.isBefore(until) || since.isAfter(now))
                                .isPresent());
    }

    /// Removes all that these agents have taken.
    List<NoteKey> removeOf(Set<NudgeTarget> agents) {
        return remove((_, job) -> job.target().filter(agents::contains).isPresent());
    }

    private List<NoteKey> remove(BiPredicate<NoteKey, Job> isMeant) {
        taken.removeIf(key -> records.job(key).filter(j -> isTaken(key, j)).isEmpty());
        List<NoteKey> removed =
                taken.stream()
                        .filter(key ->
                                records.job(key).filter(j -> isMeant.test(key, j)).isPresent())
                        .toList();
        removed.forEach(taken::remove);
        return removed;
    }
}
