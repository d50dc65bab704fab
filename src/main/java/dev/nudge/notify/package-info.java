/// Tells people of jobs, beside the agent: a command of theirs, their terminals, the status line of
/// tmux. Nothing here holds up anything else.
@NullMarked
package dev.nudge.notify;

import org.jspecify.annotations.NullMarked;
