package dev.nudge.daemon;

import dev.nudge.delivery.Note;
import dev.nudge.delivery.NudgeMessage;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.process.ProcessTable;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Hands the notes for one pane to a hook of the agent that runs in it. Notes handed over are kept
/// from the courier until the hook confirms that it has passed them on; if the hook dies before
/// that, they are given back.
final class HandOver implements AutoCloseable {
    private final JobOutbox outbox;
    private final Agents agents;
    private final List<Long> ancestry;
    private final Consumer<NudgeTarget> wake;
    private List<Note> held = List.of();

    /// @param hook the process of the hook
    /// @param wake called with an agent that may have something to receive
    HandOver(
            JobOutbox outbox,
            Agents agents,
            ProcessTable processes,
            long hook,
            Consumer<NudgeTarget> wake) {
        this.outbox = outbox;
        this.agents = agents;
        this.ancestry = processes.ancestry(hook);
        this.wake = wake;
    }

    /// Takes the notes for the agent above the hook, and those whose agent in the same pane has
    /// gone. An agent that takes a prompt no longer waits for any call, so ends that an answer
    /// reported without a receipt are taken as well.
    ///
    /// @return a message for each, in full
    List<String> take(NudgeTarget here) {
        outbox.receive();
        outbox.giveBack(t -> t.isSamePane(here) && !agents.isAlive(t));
        outbox.prove(t -> isForUs(t, here));
        held = outbox.hold((_, job) -> isTarget(job, t -> isForUs(t, here)));
        return NudgeMessage.each(held).stream().map(NudgeMessage::text).toList();
    }

    private static boolean isTarget(Job job, Predicate<NudgeTarget> wanted) {
        return job.target().filter(wanted).isPresent();
    }

    private boolean isForUs(NudgeTarget target, NudgeTarget here) {
        return isOurs(target, here) || (target.isSamePane(here) && !agents.isAlive(target));
    }

    private boolean isOurs(NudgeTarget target, NudgeTarget here) {
        return target.isSamePane(here) && ancestry.contains(target.agentPid());
    }

    /// Returns the notes that are held.
    List<NoteKey> keys() {
        return held.stream().map(NoteKey::of).toList();
    }

    /// Records that they have been passed on.
    void confirm() {
        outbox.markHandedOver(held);
        outbox.agents(held).forEach(wake);
        held = List.of();
    }

    /// Records that the hook has passed on these notes, which another daemon gave it. That daemon
    /// died before it had answered; it has recorded all, some or none of them.
    void confirmAgain(List<NoteKey> keys) {
        held = outbox.hold((key, _) -> keys.contains(key));
        confirm();
    }

    @Override
    public void close() {
        outbox.release(held);
        outbox.agents(held).forEach(wake);
        held = List.of();
    }
}
