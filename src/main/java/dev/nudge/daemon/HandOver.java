package dev.nudge.daemon;

import dev.nudge.delivery.Note;
import dev.nudge.delivery.NudgeMessage;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Hands the notes for one pane to a hook of the agent that runs in it. What was handed over is
/// kept from the courier until the hook says that it has passed it on; a hook that dies before
/// gives it back.
final class HandOver implements AutoCloseable {
    private final JobOutbox outbox;
    private final Agents agents;
    private final List<Long> ancestry;
    private List<Note> held = List.of();

    /// @param hook the process of the hook
    HandOver(JobOutbox outbox, Agents agents, ProcessTable processes, long hook) {
        this.outbox = outbox;
        this.agents = agents;
        this.ancestry = processes.ancestry(hook);
    }

    /// Takes the notes for the agent above the hook, and those whose agent in the same pane has
    /// gone.
    ///
    /// @return the messages that tell them, in the order of the jobs' ends
    List<String> take(NudgeTarget here) {
        Predicate<Job> isForUs =
                job ->
                        job.target()
                                .filter(t -> t.isSamePane(here))
                                .filter(t -> ancestry.contains(t.agentPid()) || !agents.isAlive(t))
                                .isPresent();
        held = outbox.hold(isForUs);
        List<String> messages = new ArrayList<>();
        for (List<Note> left = held; !left.isEmpty(); ) {
            NudgeMessage message = NudgeMessage.of(left);
            messages.add(message.text());
            left = left.subList(message.notes().size(), left.size());
        }
        return messages;
    }

    /// Records that they have been passed on.
    void confirm() throws IOException {
        outbox.markHandedOver(held);
        held = List.of();
    }

    @Override
    public void close() {
        outbox.release(held);
    }
}
