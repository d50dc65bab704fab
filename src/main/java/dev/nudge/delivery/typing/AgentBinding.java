package dev.nudge.delivery.typing;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.tmux.PaneAddress;
import java.nio.file.Path;

/// The destination of a nudge: one agent process, in a pane or in none, or one thread of a server.
/// Once the process has ended, nothing is typed, whatever runs in the pane.
///
/// @param pane the pane; an address of no pane for a thread, or for an agent that is in none
/// @param thread the id of the thread; empty if the agent is a process of its own
public record AgentBinding(PaneAddress pane, ProcessId agent, String thread) {
    private static final PaneAddress NOWHERE = new PaneAddress(Path.of(""), 0, "%0");

    public AgentBinding(PaneAddress pane, ProcessId agent) {
        this(pane, agent, "");
    }

    /// Returns whether this is a thread of a server, whose pane is not known.
    public boolean hasThread() {
        return !thread.isEmpty();
    }

    /// Returns whether the agent is in a pane, so that something can be typed for it.
    public boolean hasPane() {
        return !pane.equals(NOWHERE);
    }

    String words() {
        String process = "agent " + agent.pid();
        return hasPane() ? "pane " + pane.paneId() : hasThread() ? "thread " + thread : process;
    }

    public static AgentBinding of(NudgeTarget target) {
        PaneAddress pane =
                target.hasPane()
                        ? new PaneAddress(
                                Path.of(target.socket()), target.serverPid(), target.paneId())
                        : NOWHERE;
        ProcessId agent = new ProcessId(target.agentPid(), target.agentStartTime());
        return new AgentBinding(pane, agent, target.thread());
    }
}
