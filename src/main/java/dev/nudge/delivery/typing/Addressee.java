package dev.nudge.delivery.typing;

import dev.nudge.delivery.typing.NotesToType.PendingNote;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.process.ProcessTable;
import java.util.List;
import java.util.function.Supplier;

/// An agent for which notes wait, and what the courier needs to reach it.
///
/// @param profile how messages reach it; asked at each look, since a person may change it
record Addressee(
        AgentBinding agent,
        Supplier<TypingProfile> profile,
        NotesToType outbox,
        ProcessTable processes,
        Pace pace) {
    List<PendingNote> pending() {
        return outbox.pending(agent);
    }

    boolean isAlive() {
        return processes.isAlive(agent.agent());
    }

    boolean isGone() {
        return processes.isGone(agent.agent());
    }

    /// Returns whether the agent is in the foreground. One that was stopped by Ctrl+Z, or is behind
    /// another program, leaves its prompt on the screen.
    boolean isInFront() {
        return processes.isForeground(agent.agent());
    }

    /// Leaves out the notes that an answer to a call reports, unless the agent is idle: a working
    /// one may still be receiving the answer.
    static List<PendingNote> due(List<PendingNote> pending, boolean isIdle) {
        return pending.stream()
                .filter(note -> isIdle || !(note.nudge() instanceof NudgeState.Answered))
                .toList();
    }
}
