/// Gives messages to agents that keep a queue for each conversation, so that nothing has to be
/// typed. Start with [dev.nudge.delivery.queue.ThreadQueue].
@NullMarked
package dev.nudge.delivery.queue;

import org.jspecify.annotations.NullMarked;
