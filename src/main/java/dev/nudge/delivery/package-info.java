/// Brings results to agents by typing into their panes, without harming what is there. There are
/// four parts: `message` writes what is typed, `screen` tells what a pane shows, `typing` types,
/// and `inbox` is for agents that take messages without keys.
@NullMarked
package dev.nudge.delivery;

import org.jspecify.annotations.NullMarked;
