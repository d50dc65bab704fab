package dev.nudge.delivery;

import dev.nudge.process.ProcessId;
import dev.nudge.tmux.PaneAddress;

/// Where a nudge goes: one agent process in one pane. If the process has gone, nothing is typed,
/// whatever runs in the pane.
public record AgentBinding(PaneAddress pane, ProcessId agent) {}
