package dev.nudge.daemon;

import dev.nudge.delivery.Note;
import dev.nudge.delivery.NudgeMessage;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.process.ProcessTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Hands the notes for one pane to a hook of the agent that runs in it. Notes handed over are kept
/// from the courier until the hook confirms that it has passed them on; if the hook dies before
/// that, they are given back.
final class HandOver implements AutoCloseable {
    /// The hook's event when a session begins (rule R7): the model sees notes handed over then only
    /// with the first prompt, if there is one.
    static final String SESSION_START = "SessionStart";

    private final JobOutbox outbox;
    private final Agents agents;
    private final List<Long> ancestry;
    private final Consumer<NudgeTarget> wake;
    private List<Note> held = List.of();
    private @Nullable NudgeTarget begun;

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
    /// @param isBeginning whether the agent begins a session. Otherwise it asks its model now, so
    ///   that everything offered to it earlier has been reported
    /// @return a message for each, in full
    List<String> take(NudgeTarget here, boolean isBeginning) {
        outbox.receive();
        outbox.giveBack(t -> t.isSamePane(here) && !agents.isAlive(t));
        if (isBeginning) {
            begun = here;
        } else {
            outbox.prove(t -> isForUs(t, here));
            outbox.acceptOffers(job -> isTarget(job, t -> isOurs(t, here)));
        }
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
    ///
    /// @return the notes for which this is now recorded
    List<NoteKey> confirm() {
        List<NoteKey> told = keys();
        if (begun == null) {
            outbox.markHandedOver(held);
        } else {
            outbox.markOffered(held, begun);
        }
        outbox.agents(held).forEach(wake);
        held = List.of();
        return told;
    }

    /// Records that the hook has passed on the notes from another daemon, which died before it had
    /// answered. That daemon has recorded all, some or none of them, and the rest may since have
    /// been reported in another way. In that case the hook must fail, and all of them are reported
    /// in another way.
    ///
    /// @return the notes, which are now recorded as reported by a hook; none if the hook must fail
    List<NoteKey> confirmAgain(NudgeTarget here, boolean isBeginning, List<NoteKey> keys) {
        begun = isBeginning ? here : null;
        List<NoteKey> told = new ArrayList<>(outbox.handedOver(keys));
        held = outbox.hold((key, _) -> keys.contains(key));
        if (told.size() + held.size() < keys.size()) {
            close();
            told.forEach(key -> outbox.reopen(key).ifPresent(wake));
            return List.of();
        }
        told.addAll(confirm());
        return told;
    }

    @Override
    public void close() {
        outbox.release(held);
        outbox.agents(held).forEach(wake);
        held = List.of();
    }
}
