/// Brings results to agents by typing into their panes, without harming what is there. There are
/// three parts: `message` writes what is typed, `screen` tells what a pane shows, and `typing`
/// types.
@NullMarked
package dev.nudge.delivery;

import org.jspecify.annotations.NullMarked;
