package dev.nudge.delivery;

import dev.nudge.process.ProcessId;
import dev.nudge.tmux.PaneAddress;

/// The destination of a nudge: one agent process in one pane. If the process is gone, nothing is
/// typed, whatever runs in the pane.
public record AgentBinding(PaneAddress pane, ProcessId agent) {}
