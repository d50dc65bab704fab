/// The requests that an agent makes with a tool call, read from its arguments and checked. Knows
/// nothing of the SDK. Start with [dev.nudge.mcp.request.RunRequest].
@NullMarked
package dev.nudge.mcp.request;

import org.jspecify.annotations.NullMarked;
