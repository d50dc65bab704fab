/// The commands that change the queue: groups, and what is paused.
@NullMarked
package dev.nudge.console.queue;

import org.jspecify.annotations.NullMarked;
