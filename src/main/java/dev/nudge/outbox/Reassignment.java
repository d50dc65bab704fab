package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.queue.ThreadRecord;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Passes unreported notes of an agent that has ended on to the next agent in its pane, or, if the
/// pane is gone as well, or there was none, to the next one at the same place. Those of a thread of
/// a server, or for one, are passed on only with the thread. Each change holds the lock of the
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
    /// @param transcripts the record of the conversation of an agent, also of one that has ended,
    ///   if it is known
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

    /// Binds to this agent the unreported jobs that are due to it. Blocks for some tmux calls, or
    /// one of a server.
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
        if (bound.equals(next)) {
            return false;
        }
        if (bound.hasThread() || next.hasThread()) {
            return isSameThread(next, bound) && hasLeft(bound);
        }
        return !recipients.isAlive(bound)
                && ((bound.hasPane() && bound.isSamePane(next))
                        || (bound.isSamePlace(next) && !recipients.hasPane(bound)));
    }

    /// Returns whether an agent has ended, or the server of a thread, which outlives its sessions,
    /// does not have it open.
    private boolean hasLeft(NudgeTarget bound) {
        return !recipients.isAlive(bound) || (bound.hasThread() && !recipients.hasOpen(bound));
    }

    /// Returns whether both have the thread that one of them is.
    private boolean isSameThread(NudgeTarget next, NudgeTarget bound) {
        return next.hasThread() ? has(bound, next.thread()) : has(next, bound.thread());
    }

    /// Returns whether the agent has this thread: by itself, or in its pane, as its record of the
    /// conversation shows, which has the name of the thread.
    private boolean has(NudgeTarget agent, String thread) {
        return agent.hasThread()
                ? agent.thread().equals(thread)
                : transcripts
                        .apply(agent)
                        .filter(record -> record.toString().contains(thread))
                        .isPresent();
    }

    private boolean isToBePassed(Job job, NudgeTarget left) {
        return job.target().filter(left::equals).isPresent()
                && !(isBeingTyped(job) && recipients.isAlive(left));
    }

    private static boolean isBeingTyped(Job job) {
        return Stream.concat(Stream.of(job.nudge()), job.interim().map(News::nudge).stream())
                .anyMatch(NudgeState.Typing.class::isInstance);
    }

    private static Job bound(Job job, NudgeTarget next) {
        NudgeEvent ended = new NudgeEvent.AgentEnded(Instant.now());
        return job.withTarget(next).afterForAll(ended);
    }

    /// Returns what was on its way to a thread and is in the thread's record: its server may have
    /// ended after it had written it there, but before that was seen. So the next agent has it.
    private static List<NoteKey> recorded(Job job, Path record) {
        return job.news()
                .filter(news ->
                        news.nudge() instanceof NudgeState.Typing typing
                                && ThreadRecord.holds(record, 0, typing.id()))
                .map(news -> NoteKey.of(job, news))
                .toList();
    }

    /// Binds a job to the next agent, unless it has been bound there meanwhile. What is on its way
    /// to a thread whose server is alive may be in its queue, so first it is withdrawn from there.
    private void bind(JobEntry entry, NudgeTarget left, NudgeTarget next) {
        bound.accept(entry.job());
        Optional<Path> record = left.hasThread() ? transcripts.apply(next) : Optional.empty();
        List<NoteKey> recorded = record.map(path -> recorded(entry.job(), path)).orElse(List.of());
        try {
            synchronized (ledger) {
                entry.apply(j -> isToBePassed(j, left) ? bound(j, next) : j);
                if (entry.job().target().filter(next::equals).isPresent()) {
                    record.ifPresent(path -> acknowledgements.turnRecorded(recorded, path));
                }
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
