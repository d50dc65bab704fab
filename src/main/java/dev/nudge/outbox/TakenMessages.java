package dev.nudge.outbox;

import dev.nudge.delivery.typing.TypedText;
import dev.nudge.job.Job;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeEvent;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The notes whose message an agent has taken from its prompt, and with which no turn has begun
/// yet, as far as is known.
final class TakenMessages {
    /// The time in which an idle agent begins a turn with what it has taken, and its hook leaves
    /// the receipt.
    private static final Duration RECEIPT_TIME = Duration.ofMinutes(1);

    private final Jobs jobs;
    private final Set<NoteKey> taken = ConcurrentHashMap.newKeySet();

    TakenMessages(Jobs jobs) {
        this.jobs = jobs;
    }

    /// Takes in the notes of a job that are recorded so.
    void add(Job job) {
        job.news()
                .map(news -> NoteKey.of(job, news))
                .filter(key -> isTaken(key, job))
                .forEach(taken::add);
    }

    private static boolean isTaken(NoteKey key, Job job) {
        return key.nudge(job).filter(Nudge.Taken.class::isInstance).isPresent();
    }

    /// Returns the agents whose hook must leave a receipt.
    Stream<NudgeTarget> agents() {
        return taken.stream().flatMap(key -> job(key).flatMap(Job::target).stream());
    }

    private Optional<Job> job(NoteKey key) {
        return jobs.find(key.job()).map(JobEntry::job);
    }

    /// Records that a turn has begun with this prompt.
    void submitted(TypedText prompt) {
        change(
                (key, job) -> text(key, job).filter(prompt::contains).isPresent(),
                new NudgeEvent.TurnBegun(Instant.now()));
    }

    private static Optional<TypedText> text(NoteKey key, Job job) {
        return key.nudge(job).flatMap(Nudge::unreceivedText).map(TypedText::of);
    }

    /// Records that an agent was seen idle, with nothing in its queue. What it had taken some time
    /// before has become a turn without a receipt, since its hook has failed; or a person has
    /// removed it.
    void idle(NudgeTarget agent, Instant at) {
        Instant until = at.minus(RECEIPT_TIME);
        change(
                (key, job) ->
                        job.target().filter(agent::equals).isPresent()
                                && key.nudge(job)
                                        .flatMap(Nudge::changedAt)
                                        .filter(since -> since.isBefore(until))
                                        .isPresent(),
                new NudgeEvent.QueueEmpty(Instant.now()));
    }

    /// Takes back what these agents, which have ended, had in their queues.
    ///
    /// @return the jobs with notes that are to be reported to the next agents
    List<Job> giveBack(Predicate<NudgeTarget> hasEnded) {
        return change(
                (_, job) -> job.target().filter(hasEnded).isPresent(),
                new NudgeEvent.AgentEnded(Instant.now()));
    }

    private List<Job> change(BiPredicate<NoteKey, Job> isMeant, NudgeEvent event) {
        taken.removeIf(key -> job(key).filter(j -> isTaken(key, j)).isEmpty());
        List<NoteKey> changed =
                taken.stream()
                        .filter(key -> job(key).filter(j -> isMeant.test(key, j)).isPresent())
                        .toList();
        for (NoteKey key : changed) {
            UnaryOperator<Job> mark = j -> isTaken(key, j) ? key.after(j, event) : j;
            jobs.find(key.job()).ifPresent(entry -> entry.applyFact(mark));
            taken.remove(key);
        }
        return changed.stream()
                .map(NoteKey::job)
                .distinct()
                .flatMap(n -> jobs.find(n).stream())
                .map(JobEntry::job)
                .toList();
    }
}
