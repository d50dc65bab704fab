package dev.nudge.delivery.typing;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.tmux.PaneAddress;
import java.nio.file.Path;

/// The destination of a nudge: one agent process in one pane, or one thread of a server. Once the
/// process has ended, nothing is typed, whatever runs in the pane.
///
/// @param pane of a thread, none that exists
/// @param thread the id of the thread; empty if the agent is in a pane
public record AgentBinding(PaneAddress pane, ProcessId agent, String thread) {
    private static final PaneAddress NOWHERE = new PaneAddress(Path.of(""), 0, "%0");

    /// Makes one of an agent in a pane.
    public AgentBinding(PaneAddress pane, ProcessId agent) {
        this(pane, agent, "");
    }

    /// Returns whether it is a thread of a server, so that no pane is known.
    public boolean hasThread() {
        return !thread.isEmpty();
    }

    /// Returns where it is, for the log.
    String words() {
        return hasThread() ? "thread " + thread : "pane " + pane.paneId();
    }

    /// Returns the destination of what is to be reported to an agent.
    public static AgentBinding of(NudgeTarget target) {
        return new AgentBinding(
                target.hasThread() ? NOWHERE : pane(target),
                new ProcessId(target.agentPid(), target.agentStartTime()),
                target.thread());
    }

    private static PaneAddress pane(NudgeTarget target) {
        return new PaneAddress(Path.of(target.socket()), target.serverPid(), target.paneId());
    }
}
