package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Keeps the ends of jobs for the answer to a call, until it is known which of them the answer
/// reports. Used by one thread.
public final class AnswerLease implements AutoCloseable {
    private final Claims claims;
    private final Receipts receipts;
    private final Consumer<NudgeTarget> wake;
    private final Set<JobEntry> jobs = new LinkedHashSet<>();

    AnswerLease(Claims claims, Receipts receipts, Consumer<NudgeTarget> wake) {
        this.claims = claims;
        this.receipts = receipts;
        this.wake = wake;
    }

    /// Returns the action for a job before it begins: it keeps the job's end if that is waited for.
    public Consumer<JobEntry> whenMade(Optional<Duration> patience) {
        return patience.isPresent() ? this::add : _ -> {};
    }

    /// Keeps the end of this job too: neither the courier nor a hook reports it meanwhile.
    public void add(JobEntry job) {
        if (jobs.add(job)) {
            claims.expectAnswer(job);
        }
    }

    /// Gives the jobs back. Their ends in the answer are recorded as answered before it is sent.
    ///
    /// @return the receipts that the answer must carry
    public List<Receipt> settle(List<Job> answered) {
        List<Receipt> wanted = new ArrayList<>();
        for (JobEntry job : jobs) {
            long number = job.job().number();
            Optional<Job> told = answered.stream().filter(j -> j.number() == number).findFirst();
            if (claims.answered(job, told)) {
                told.map(NoteKey::ofEnd).map(receipts::of).ifPresent(wanted::add);
            }
            job.job().target().ifPresent(wake);
        }
        jobs.clear();
        return wanted;
    }

    @Override
    public void close() {
        settle(List.of());
    }
}
