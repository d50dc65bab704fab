/// The tools that an agent calls, on the official MCP SDK: the session with one agent, the tools,
/// and the work that the daemon does for them. Start with [dev.nudge.mcp.McpSession] and
/// [dev.nudge.mcp.Workbench].
@NullMarked
package dev.nudge.mcp;

import org.jspecify.annotations.NullMarked;
