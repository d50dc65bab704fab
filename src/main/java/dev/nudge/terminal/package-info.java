/// What programs write to a terminal, and what a terminal sends to them. There are four parts:
/// `grid` holds the cells and the scrollback, `emulator` is the terminal without a window, `keys`
/// encodes keys, and `text` makes output readable.
@NullMarked
package dev.nudge.terminal;

import org.jspecify.annotations.NullMarked;
