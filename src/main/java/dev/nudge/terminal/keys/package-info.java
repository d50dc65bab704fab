/// Keys of a terminal: their names, as people and agents write them, and the bytes that a terminal
/// sends for them. Start with [dev.nudge.terminal.keys.KeyNames]. Does not use the emulator.
@NullMarked
package dev.nudge.terminal.keys;

import org.jspecify.annotations.NullMarked;
