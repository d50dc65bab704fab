package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// Passes unreported notes of an agent that has ended on to the next agent in its pane, or, if the
/// pane is gone as well, to the next one at the same place. Each change holds the lock of the
/// [Ledger].
final class Reassignment {
    private static final Logger LOG = System.getLogger(Reassignment.class.getName());

    private final Jobs jobs;
    private final Ledger ledger;
    private final Acknowledgements acknowledgements;
    private final AgentQueues queues;
    private final Recipients recipients;
    private final Consumer<Job> bound;
    private final Function<NudgeTarget, Optional<Path>> transcripts;

    /// @param bound called with a job that is about to be bound to another agent
    /// @param transcripts the record of the conversation of an agent, if it keeps one
    Reassignment(
            Jobs jobs,
            Ledger ledger,
            Acknowledgements acknowledgements,
            AgentQueues queues,
            Recipients recipients,
            Consumer<Job> bound,
            Function<NudgeTarget, Optional<Path>> transcripts) {
        this.jobs = jobs;
        this.ledger = ledger;
        this.acknowledgements = acknowledgements;
        this.queues = queues;
        this.recipients = recipients;
        this.bound = bound;
        this.transcripts = transcripts;
    }

    /// Binds to this agent the unreported jobs that are due to it. Blocks for some tmux calls.
    void pass(NudgeTarget next) {
        acknowledgements.receive();
        Map<NudgeTarget, Boolean> known = new HashMap<>();
        Predicate<NudgeTarget> isLeft = b -> known.computeIfAbsent(b, t -> isLeftTo(next, t));
        acknowledgements.proveOfEnded(isLeft);
        queues.giveBack(isLeft);
        for (JobEntry entry : jobs.entries()) {
            Optional<NudgeTarget> bound = entry.job().target();
            if (bound.isPresent() && entry.job().isToBeTold() && isLeft.test(bound.get())) {
                bind(entry, bound.get(), next);
            }
        }
        ledger.updateMarks();
    }

    private boolean isLeftTo(NudgeTarget next, NudgeTarget bound) {
        return !bound.equals(next)
                && !recipients.isAlive(bound)
                && ((bound.hasThread() || next.hasThread())
                        ? isSameThread(next, bound.thread())
                        : bound.isSamePane(next)
                                || (bound.isSamePlace(next) && !recipients.hasPane(bound)));
    }

    /// Returns whether the agent has this thread: by itself, or in its pane, as its record of the
    /// conversation shows, which has the name of the thread.
    private boolean isSameThread(NudgeTarget next, String thread) {
        return !thread.isEmpty()
                && (next.hasThread()
                        ? next.thread().equals(thread)
                        : transcripts
                                .apply(next)
                                .filter(record -> record.toString().contains(thread))
                                .isPresent());
    }

    private static Job bound(Job job, NudgeTarget next) {
        NudgeEvent ended = new NudgeEvent.AgentEnded(Instant.now());
        return job.withTarget(next).afterForAll(ended);
    }

    /// Binds a job to the next agent, unless it has been bound there meanwhile.
    private void bind(JobEntry entry, NudgeTarget left, NudgeTarget next) {
        bound.accept(entry.job());
        try {
            synchronized (ledger) {
                entry.apply(j -> j.target().filter(left::equals).isPresent() ? bound(j, next) : j);
            }
            ledger.take(entry.job());
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job {0} still belongs to an agent that has ended: {1}",
                    entry.job().number(),
                    Reasons.of(e));
        }
    }
}
