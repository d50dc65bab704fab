/// Answers the tool calls of agents, and lets calls wait for the ends of jobs. Implements what
/// `mcp` asks for, on `jobs`, `watch` and `outbox`. [dev.nudge.calls.AgentCalls] puts it together.
/// Start reading at [dev.nudge.calls.AgentWorkbench]; for calls that wait, at
/// [dev.nudge.calls.AgentWaits].
@NullMarked
package dev.nudge.calls;

import org.jspecify.annotations.NullMarked;
