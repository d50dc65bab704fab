/// The command line, and the pump between an agent and the daemon. Start reading at
/// [dev.nudge.cli.NudgeCommand], which lists the commands, [dev.nudge.cli.Client], which asks the
/// daemon for them, and [dev.nudge.cli.Pump].
@NullMarked
package dev.nudge.cli;

import org.jspecify.annotations.NullMarked;
