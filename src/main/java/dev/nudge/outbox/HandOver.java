package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.NudgeTarget;
import dev.nudge.process.ProcessId;
import java.util.List;
import java.util.Optional;

/// Hands the notes for one pane to a hook of the agent that runs in it. They are kept from the
/// courier until the hook confirms that it has passed them on; if the hook ends before that, they
/// are given back.
public final class HandOver implements AutoCloseable {
    private final HeldNotes held;
    private final Acknowledgements acknowledgements;
    private final AgentQueues queues;
    private final Recipients recipients;
    private final Optional<ProcessId> hook;
    private final List<Long> ancestry;
    private final String transcript;
    private boolean isTaken;

    /// @param hook the process of the hook; empty if it has ended
    /// @param ancestry the process of the hook and those above it
    /// @param transcript the path of the agent's record of the conversation; empty if it keeps none
    HandOver(
            HeldNotes held,
            Acknowledgements acknowledgements,
            AgentQueues queues,
            Recipients recipients,
            Optional<ProcessId> hook,
            List<Long> ancestry,
            String transcript) {
        this.held = held;
        this.acknowledgements = acknowledgements;
        this.queues = queues;
        this.recipients = recipients;
        this.hook = hook;
        this.ancestry = List.copyOf(ancestry);
        this.transcript = transcript;
    }

    /// Takes the notes for the agent above the hook, and those whose agent in the same pane has
    /// gone. An agent that takes a prompt no longer waits for any call, so ends that an answer
    /// reported without a receipt are taken as well.
    ///
    /// @return a message for each, in full
    public List<String> take(NudgeTarget here) {
        acknowledgements.receive();
        queues.giveBack(t -> t.isSamePane(here) && !recipients.isAlive(t));
        acknowledgements.prove(t -> isOurs(t, here), hook.map(ProcessId::pid).orElse(0L));
        acknowledgements.proveOfEnded(t -> t.isSamePane(here) && !recipients.isAlive(t));
        isTaken = true;
        return hook
                .map(id ->
                        held.give(
                                id,
                                (_, job) -> job.target().filter(t -> isForUs(t, here)).isPresent()))
                .map(NudgeMessage::each)
                .orElse(List.of())
                .stream()
                .map(NudgeMessage::text)
                .toList();
    }

    private boolean isForUs(NudgeTarget target, NudgeTarget here) {
        return isOurs(target, here) || (target.isSamePane(here) && !recipients.isAlive(target));
    }

    private boolean isOurs(NudgeTarget target, NudgeTarget here) {
        return target.isSamePane(here) && ancestry.contains(target.agentPid());
    }

    /// Records that they have been passed on, perhaps taken from a daemon that has died since.
    public void confirm() {
        hook.ifPresent(id -> held.confirm(id, transcript));
    }

    /// Gives them back, if they were taken and are not confirmed.
    @Override
    public void close() {
        hook.filter(_ -> isTaken).ifPresent(held::release);
    }
}
