/// Terminal output and what it looks like: a terminal without a window, its screen and scrollback
/// as text and tokens, binary output told apart, and text without its escape sequences.
@NullMarked
package dev.nudge.terminal;

import org.jspecify.annotations.NullMarked;
