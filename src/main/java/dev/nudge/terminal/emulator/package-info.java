/// A terminal without a window: takes the bytes that a program writes, and knows what an xterm
/// would show. The parser finds control sequences, the emulator carries them out on the screen, its
/// cursor and its modes; the rows and the scrollback are those of the package `grid`. Start with
/// [dev.nudge.terminal.emulator.HeadlessTerminal].
@NullMarked
package dev.nudge.terminal.emulator;

import org.jspecify.annotations.NullMarked;
