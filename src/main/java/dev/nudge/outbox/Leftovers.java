package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.queue.ThreadQueue.ThreadRecord;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.Courier;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.text.Reasons;
import dev.nudge.tmux.TmuxException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Follows the messages that agents have taken from their prompts and with which no turn has begun:
/// they are in the agents' queues. Those that are lost there, or whose agent has ended, wait again.
///
/// Unreported notes of an agent that has ended go to the next agent in its pane, or, if there is no
/// such pane, to the next agent at the same place. Notes of or for a thread of a server go only to
/// an agent with the same thread.
final class Leftovers {
    private static final Logger LOG = System.getLogger(Leftovers.class.getName());

    /// The time in which an idle agent begins a turn with what it has taken, and its hook leaves
    /// the receipt. No agent looks idle for that long between two turns that are queued.
    private static final Duration RECEIPT_TIME = Duration.ofMinutes(1);

    private final Jobs jobs;
    private final Ledger ledger;
    private final Acknowledgements acknowledgements;
    private final Recipients recipients;
    private final Consumer<Job> bound;
    private final Function<NudgeTarget, Optional<Path>> transcripts;

    /// The first of the looks in which each agent has been seen idle, with nothing in its queue.
    private final Map<NudgeTarget, Idle> idle = new ConcurrentHashMap<>();

    /// A look at an idle agent.
    ///
    /// @param taken what it had taken before
    /// @param atNanos by [System#nanoTime()], which stops while the machine sleeps, as agents do
    private record Idle(Set<NoteKey> taken, long atNanos) {}

    /// @param bound called with a job that is about to be bound to another agent
    /// @param transcripts an agent's record of the conversation, also of one that has ended
    Leftovers(
            Jobs jobs,
            Ledger ledger,
            Acknowledgements acknowledgements,
            Recipients recipients,
            Consumer<Job> bound,
            Function<NudgeTarget, Optional<Path>> transcripts) {
        this.jobs = jobs;
        this.ledger = ledger;
        this.acknowledgements = acknowledgements;
        this.recipients = recipients;
        this.bound = bound;
        this.transcripts = transcripts;
    }

    Set<NudgeTarget> agents() {
        return Ledger.agents(ledger.taken()).collect(Collectors.toSet());
    }

    /// Takes back what these agents, which have ended, had in their queues.
    void giveBack(Predicate<NudgeTarget> hasEnded) {
        Set<NudgeTarget> ended = agents().stream().filter(hasEnded).collect(Collectors.toSet());
        List<NoteKey> left;
        synchronized (ledger) {
            left = takenBy(ended);
            NudgeEvent event = new NudgeEvent.AgentEnded(Instant.now());
            ledger.record(left, _ -> event);
        }
        ledger.takeAgain(left);
        ledger.updateMarks();
    }

    /// Looks whether the agents' queues are empty. Once a queue has been empty for [#RECEIPT_TIME],
    /// its agent can get the next message. Blocks for one tmux call per agent.
    void look(Courier courier) {
        Set<NudgeTarget> agents = agents();
        idle.keySet().retainAll(agents);
        for (NudgeTarget agent : agents) {
            AgentBinding binding = AgentBinding.of(agent);
            try {
                seen(agent, courier.hasEmptyQueue(binding), System.nanoTime());
                courier.wake(binding);
            } catch (TmuxException e) {
                idle.remove(agent);
                LOG.log(Level.DEBUG, "an agent with a queue cannot be looked at", e);
            }
        }
    }

    /// Records a look at an agent. One look decides nothing: when a long turn ends, an agent may
    /// look idle for a moment before it begins the next one with what was in its queue.
    ///
    /// @param isEmpty whether it was idle with nothing in its queue
    void seen(NudgeTarget agent, boolean isEmpty, long atNanos) {
        if (!isEmpty) {
            idle.remove(agent);
            return;
        }
        Idle first =
                idle.computeIfAbsent(
                        agent, _ -> new Idle(Set.copyOf(takenBy(Set.of(agent))), atNanos));
        if (atNanos - first.atNanos() >= RECEIPT_TIME.toNanos()) {
            idle.remove(agent);
            acknowledgements.receive();
            empty(agent, first.taken());
        }
    }

    private List<NoteKey> takenBy(Set<NudgeTarget> agents) {
        return ledger.taken()
                .filter(note -> Ledger.isOf(note.job(), agents::contains))
                .map(Ledger.JobNote::key)
                .toList();
    }

    /// Records that an agent has nothing in its queue. What it had taken has become a turn, whose
    /// hook has failed to leave a receipt; or it is lost, as when a person has taken it out. The
    /// record of the conversation shows which; without one, the agent counts as having received it.
    /// Blocks on the file system, and for 0.3 s if something is missing.
    private void empty(NudgeTarget agent, Set<NoteKey> taken) {
        Optional<Path> transcript = transcripts.apply(agent);
        List<NoteKey> gone;
        synchronized (ledger) {
            gone = takenBy(Set.of(agent)).stream().filter(taken::contains).toList();
            if (transcript.isEmpty()) {
                NudgeEvent event = new NudgeEvent.QueueEmpty(Instant.now());
                ledger.record(gone, _ -> event);
            }
            ledger.updateMarks();
        }
        transcript.ifPresent(record -> acknowledgements.proveTaken(gone, record));
    }

    /// Binds to this agent the jobs that are left to it. Blocks for calls to tmux or to a server.
    void pass(NudgeTarget next) {
        acknowledgements.receive();
        Map<NudgeTarget, Boolean> known = new HashMap<>();
        Predicate<NudgeTarget> isLeft = b -> known.computeIfAbsent(b, t -> isLeftTo(next, t));
        acknowledgements.proveOfEnded(isLeft);
        giveBack(isLeft);
        for (JobEntry entry : jobs.entries()) {
            Optional<NudgeTarget> bound = entry.job().target();
            if (bound.isPresent() && entry.job().reporting().isOpen() && isLeft.test(bound.get())) {
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
            boolean isSame =
                    next.hasThread() ? has(bound, next.thread()) : has(next, bound.thread());
            return isSame && hasLeft(bound);
        }
        return !recipients.isAlive(bound)
                && ((bound.hasPane() && bound.isSamePane(next))
                        || (bound.isSamePlace(next) && !recipients.hasPane(bound)));
    }

    /// Returns whether an agent has ended, or its server, which outlives it, has closed the thread.
    private boolean hasLeft(NudgeTarget bound) {
        return !recipients.isAlive(bound) || (bound.hasThread() && !recipients.hasOpen(bound));
    }

    /// Returns whether the agent has this thread: as its own, or in its record's name.
    private boolean has(NudgeTarget agent, String thread) {
        return agent.hasThread()
                ? agent.thread().equals(thread)
                : transcripts
                        .apply(agent)
                        .filter(record -> record.toString().contains(thread))
                        .isPresent();
    }

    private boolean isToBePassed(Job job, NudgeTarget left) {
        boolean isBeingTyped =
                Stream.concat(Stream.of(job.nudge()), job.interim().map(News::nudge).stream())
                        .anyMatch(NudgeState.Typing.class::isInstance);
        return Ledger.isOf(job, left::equals) && !(isBeingTyped && recipients.isAlive(left));
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
        NudgeEvent ended = new NudgeEvent.AgentEnded(Instant.now());
        try {
            synchronized (ledger) {
                entry.apply(j -> isToBePassed(j, left) ? j.withTarget(next).afterForAll(ended) : j);
                if (Ledger.isOf(entry.job(), next::equals)) {
                    record.ifPresent(path -> acknowledgements.turnBegun(recorded, path.toString()));
                }
            }
            ledger.take(entry.job());
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "job %d still belongs to an agent that has ended: %s"
                            .formatted(entry.job().number(), Reasons.of(e)));
        }
    }
}
