/// The commands that need no daemon, and the description of all. Uses `console.command`. Start
/// reading at [dev.nudge.cli.command.NudgeCommand].
@NullMarked
package dev.nudge.cli.command;

import org.jspecify.annotations.NullMarked;
