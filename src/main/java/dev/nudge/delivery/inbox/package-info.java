/// Sends messages to agents that take them from the programs that they have started, so that
/// nothing has to be typed. Start with [dev.nudge.delivery.inbox.Inbox].
@NullMarked
package dev.nudge.delivery.inbox;

import org.jspecify.annotations.NullMarked;
