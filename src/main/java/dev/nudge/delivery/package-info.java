/// Brings results to agents by typing into their panes, without harming what is there.
@NullMarked
package dev.nudge.delivery;

import org.jspecify.annotations.NullMarked;
