/// The tools that an agent calls, on the official MCP SDK.
@NullMarked
package dev.nudge.mcp;

import org.jspecify.annotations.NullMarked;
