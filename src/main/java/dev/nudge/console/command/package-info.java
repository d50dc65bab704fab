/// The commands that people run in a shell, and the hooks of agents: one class for each, which
/// reads its options and calls the parts of the daemon in [dev.nudge.console.Services]. What
/// commands show is in `console.view` and `console.log`. Start reading at
/// [dev.nudge.console.command.Commands], then [dev.nudge.console.command.PsCommand].
@NullMarked
package dev.nudge.console.command;

import org.jspecify.annotations.NullMarked;
