/// Brings results to agents, without harming what is in their panes. There are five parts:
/// `message` writes the texts, `screen` tells what a pane shows, `typing` types, `inbox` sends
/// messages to agents that take them without keys, and `queue` puts them into the queue of an
/// agent's thread.
@NullMarked
package dev.nudge.delivery;

import org.jspecify.annotations.NullMarked;
