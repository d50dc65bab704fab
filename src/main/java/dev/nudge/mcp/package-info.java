/// The tools that an agent calls, on the official MCP SDK, and without sessions by `ModernServer`:
/// the conversation with one agent, the tools, and the work that they ask for, done in `calls`.
/// Start with [dev.nudge.mcp.McpSession] and [dev.nudge.mcp.Workbench].
@NullMarked
package dev.nudge.mcp;

import org.jspecify.annotations.NullMarked;
