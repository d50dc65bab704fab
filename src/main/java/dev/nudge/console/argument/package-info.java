/// Options and arguments that several commands take, how they are read, and what is said about
/// wrong ones. Start reading at [dev.nudge.console.argument.WrongUsage].
@NullMarked
package dev.nudge.console.argument;

import org.jspecify.annotations.NullMarked;
