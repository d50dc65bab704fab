package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeEvent;
import dev.nudge.job.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The ends reported by answers that have receipts. When a person cancels a turn, everything
/// received in it is lost: so when the turn is over, the record of the conversation is checked.
final class ReceivedAnswers {
    private final Jobs jobs;
    private final Receipts receipts;
    private final Set<Long> unproven = ConcurrentHashMap.newKeySet();

    ReceivedAnswers(Jobs jobs, Receipts receipts) {
        this.jobs = jobs;
        this.receipts = receipts;
    }

    /// Takes in a job, if its end is recorded as received.
    void add(Job job) {
        if (job.nudge() instanceof Nudge.Received) {
            unproven.add(job.number());
        }
    }

    /// Returns the agents whose next prompt must be announced, since a turn is over then.
    Stream<NudgeTarget> agents() {
        return unproven.stream().flatMap(job -> target(job).stream());
    }

    private Optional<NudgeTarget> target(long job) {
        return jobs.find(job).map(JobEntry::job).flatMap(Job::target);
    }

    /// Checks the answers that these agents have received and whose turns are over. Blocks on the
    /// file system only.
    ///
    /// @return the jobs that are still to be reported, since the conversation does not hold the
    ///   answer
    List<Job> prove(Predicate<NudgeTarget> isMeant) {
        List<Job> lost = new ArrayList<>();
        for (long number : List.copyOf(unproven)) {
            if (target(number).filter(isMeant).isPresent() && unproven.remove(number)) {
                JobEntry entry = jobs.require(number);
                entry.applyFact(this::proven);
                lost.add(entry.job());
            }
        }
        unproven.removeIf(job -> jobs.find(job).isEmpty());
        lost.removeIf(job -> !job.nudge().isOpen());
        return lost;
    }

    private Job proven(Job job) {
        if (!(job.nudge() instanceof Nudge.Received(_, String transcript))) {
            return job;
        }
        boolean isHeld = Transcript.holds(Path.of(transcript), receipts.of(job.number()));
        return job.after(new NudgeEvent.TurnOver(isHeld));
    }
}
