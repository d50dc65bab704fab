/// Carries the lines of MCP between an agent and the daemon. Uses `cli.connection`. Start reading
/// at [dev.nudge.cli.pump.Pump].
@NullMarked
package dev.nudge.cli.pump;

import org.jspecify.annotations.NullMarked;
