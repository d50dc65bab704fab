/// Notifies people of jobs, in addition to the agent: through a command of theirs, a web address,
/// their terminals and the status line of tmux. Nothing here delays anything else. Start reading at
/// [dev.nudge.notify.Notifier].
@NullMarked
package dev.nudge.notify;

import org.jspecify.annotations.NullMarked;
