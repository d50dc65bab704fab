/// The cells of a terminal: rows of characters with their looks, how a line is wrapped into rows,
/// and the scrollback, which keeps the rows that have left the screen encoded. Uses no other
/// package. Start with [dev.nudge.terminal.grid.Row] and [dev.nudge.terminal.grid.History].
@NullMarked
package dev.nudge.terminal.grid;

import org.jspecify.annotations.NullMarked;
