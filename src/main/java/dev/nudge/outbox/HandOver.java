package dev.nudge.outbox;

import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Hands the notes for one pane, or for one thread, to a hook of the agent that runs in it. They
/// are kept from the courier until the hook confirms that it has passed them on; if the hook ends
/// before that, they are given back.
public final class HandOver implements AutoCloseable {
    private final HeldNotes held;
    private final Acknowledgements acknowledgements;
    private final Reassignment reassignment;
    private final ProcessTable processes;
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
            Reassignment reassignment,
            ProcessTable processes,
            Optional<ProcessId> hook,
            List<Long> ancestry,
            String transcript) {
        this.held = held;
        this.acknowledgements = acknowledgements;
        this.reassignment = reassignment;
        this.processes = processes;
        this.hook = hook;
        this.ancestry = List.copyOf(ancestry);
        this.transcript = transcript;
    }

    /// Takes the notes for the agent above the hook, after those of agents before it in its place
    /// have been passed on to it: so whether it has ended decides later what becomes of them. An
    /// agent that takes a prompt no longer waits for any call, so ends that an answer reported
    /// without a receipt are taken as well. Blocks for some tmux calls.
    ///
    /// @param most how many are taken at most, those that happened first
    /// @return a message for each, in full
    public List<String> take(NudgeTarget here, int most) {
        reassignment.pass(here);
        hook.ifPresent(id ->
                acknowledgements.prove(
                        t -> isOurs(t, here), id.pid(), () -> !processes.isGone(id)));
        return give(here, _ -> true, most);
    }

    /// Takes the notes for the agent above the hook in the middle of its turn, as far as no answer
    /// to a call reports them: the agent may be about to receive it. Blocks for some tmux calls.
    ///
    /// @param most how many are taken at most
    /// @return a message for each, in full
    public List<String> takeWithinTurn(NudgeTarget here, int most) {
        reassignment.pass(here);
        return give(here, NudgeState.Pending.class::isInstance, most);
    }

    private List<String> give(NudgeTarget here, Predicate<NudgeState> isWanted, int most) {
        isTaken = true;
        return hook
                .map(id ->
                        held.give(
                                id,
                                (key, job) ->
                                        job.target().filter(t -> isOurs(t, here)).isPresent()
                                                && key.nudge(job).filter(isWanted).isPresent(),
                                most))
                .map(NudgeMessage::each)
                .orElse(List.of())
                .stream()
                .map(NudgeMessage::text)
                .toList();
    }

    private boolean isOurs(NudgeTarget target, NudgeTarget here) {
        return here.hasThread()
                ? target.isSameAgent(here)
                : target.isSamePane(here) && ancestry.contains(target.agentPid());
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
