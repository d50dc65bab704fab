package dev.nudge.delivery;

import dev.nudge.process.ProcessId;
import dev.nudge.tmux.PaneAddress;

/// The destination of a nudge: one agent process in one pane. Once the process has ended, nothing
/// is typed, whatever runs in the pane.
public record AgentBinding(PaneAddress pane, ProcessId agent) {}
