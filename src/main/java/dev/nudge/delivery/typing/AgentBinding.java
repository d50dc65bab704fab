package dev.nudge.delivery.typing;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.tmux.PaneAddress;
import java.nio.file.Path;

/// The destination of a nudge: one agent process in one pane. Once the process has ended, nothing
/// is typed, whatever runs in the pane.
public record AgentBinding(PaneAddress pane, ProcessId agent) {
    /// Returns the destination of what is to be reported to an agent.
    public static AgentBinding of(NudgeTarget target) {
        return new AgentBinding(
                new PaneAddress(Path.of(target.socket()), target.serverPid(), target.paneId()),
                new ProcessId(target.agentPid(), target.agentStartTime()));
    }
}
