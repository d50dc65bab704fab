package dev.nudge.outbox;

import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.Courier;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
            left = ledger.taken().removeOf(ended);
            ledger.records().record(left, new NudgeEvent.AgentEnded(Instant.now()));
        }
        ledger.takeAgain(left);
        ledger.updateMarks();
    }

    /// Records for each agent with a queue whether the courier sees that nothing is in it now. Then
    /// that agent can get the next message. Blocks for a tmux call each.
    void look(Courier courier) {
        for (NudgeTarget agent : agents()) {
            AgentBinding binding = AgentBinding.of(agent);
            try {
                courier.queueEmptyAt(binding).ifPresent(at -> empty(agent, at));
                courier.wake(binding);
            } catch (TmuxException e) {
                LOG.log(Level.DEBUG, "an agent with a queue cannot be looked at", e);
            }
        }
    }

    /// Records that an agent had nothing in its queue at a moment. What it had taken some time
    /// before has become a turn without a receipt, since its hook has failed; or it is lost, as
    /// when a person has taken it out of the queue. The record of the conversation shows which. An
    /// agent that keeps none counts as having received it. Blocks on the file system, and for 0.3 s
    /// if something is missing.
    void empty(NudgeTarget agent, Instant at) {
        Optional<Path> transcript = transcripts.apply(agent);
        List<NoteKey> gone;
        synchronized (ledger) {
            gone = ledger.taken().removeQueued(agent, at);
            if (transcript.isEmpty()) {
                ledger.records().record(gone, new NudgeEvent.QueueEmpty(Instant.now()));
            }
            ledger.updateMarks();
        }
        transcript.ifPresent(record -> acknowledgements.proveTaken(gone, record));
    }
}
