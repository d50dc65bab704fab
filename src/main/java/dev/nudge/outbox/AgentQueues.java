package dev.nudge.outbox;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.Courier;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Follows the messages that agents have taken from their prompts and with which no turn has begun:
/// they are in the agents' queues. Each change holds the lock of the [Ledger].
final class AgentQueues {
    private static final Logger LOG = System.getLogger(AgentQueues.class.getName());

    private final Ledger ledger;
    private final Acknowledgements acknowledgements;
    private final Function<NudgeTarget, Optional<Path>> transcripts;

    /// The time in which an idle agent begins a turn with what it has taken, and its hook leaves
    /// the receipt. No agent looks idle for that long between a turn and the next one that is
    /// queued.
    private static final Duration RECEIPT_TIME = Duration.ofMinutes(1);

    /// The first of the looks in which each agent has been seen idle, with nothing in its queue.
    private final Map<NudgeTarget, Idle> idle = new ConcurrentHashMap<>();

    /// A look at an idle agent.
    ///
    /// @param taken what it had taken before
    /// @param atNanos by [System#nanoTime()], which stands still while the machine does: then the
    ///   agent could begin no turn
    private record Idle(Set<NoteKey> taken, long atNanos) {}

    /// @param transcripts the record of the conversation of an agent, if it keeps one
    AgentQueues(
            Ledger ledger,
            Acknowledgements acknowledgements,
            Function<NudgeTarget, Optional<Path>> transcripts) {
        this.ledger = ledger;
        this.acknowledgements = acknowledgements;
        this.transcripts = transcripts;
    }

    /// Returns the agents which have taken a message with which no turn has begun yet.
    Set<NudgeTarget> agents() {
        return ledger.taken().agents().collect(Collectors.toSet());
    }

    /// Takes back what these agents, which have ended, had in their queues.
    void giveBack(Predicate<NudgeTarget> hasEnded) {
        Set<NudgeTarget> ended = agents().stream().filter(hasEnded).collect(Collectors.toSet());
        List<NoteKey> left;
        synchronized (ledger) {
            left =
                    ledger.taken()
                            .take((_, job) -> job.target().filter(ended::contains).isPresent());
            ledger.records().record(left, new NudgeEvent.AgentEnded(Instant.now()));
        }
        ledger.takeAgain(left);
        ledger.updateMarks();
    }

    /// Records for each agent with a queue whether the courier sees that nothing is in it now. Once
    /// nothing is for some time, that agent can get the next message. Blocks for a tmux call each.
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
    /// @param atNanos when, by [System#nanoTime()]
    void seen(NudgeTarget agent, boolean isEmpty, long atNanos) {
        if (!isEmpty) {
            idle.remove(agent);
            return;
        }
        Idle first = idle.computeIfAbsent(agent, _ -> new Idle(takenBy(agent), atNanos));
        if (atNanos - first.atNanos() >= RECEIPT_TIME.toNanos()) {
            idle.remove(agent);
            acknowledgements.receive();
            empty(agent, first.taken());
        }
    }

    private Set<NoteKey> takenBy(NudgeTarget agent) {
        return Set.copyOf(ledger.taken().of((_, job) -> isOf(job, agent)));
    }

    private static boolean isOf(Job job, NudgeTarget agent) {
        return job.target().filter(agent::equals).isPresent();
    }

    /// Records that an agent has nothing in its queue. What it had taken has become a turn without
    /// a receipt, since its hook has failed; or it is lost, as when a person has taken it out of
    /// the queue. The record of the conversation shows which. An agent that keeps none counts as
    /// having received it. Blocks on the file system, and for 0.3 s if something is missing.
    private void empty(NudgeTarget agent, Set<NoteKey> taken) {
        Optional<Path> transcript = transcripts.apply(agent);
        List<NoteKey> gone;
        synchronized (ledger) {
            gone = ledger.taken().take((key, job) -> isOf(job, agent) && taken.contains(key));
            if (transcript.isEmpty()) {
                ledger.records().record(gone, new NudgeEvent.QueueEmpty(Instant.now()));
            }
            ledger.updateMarks();
        }
        transcript.ifPresent(record -> acknowledgements.proveTaken(gone, record));
    }
}
