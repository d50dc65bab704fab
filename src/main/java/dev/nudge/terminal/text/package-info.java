/// Makes what programs write to a terminal readable: leaves out escape sequences, plays output back
/// on a terminal, and recognizes prompts and binary output. Uses the emulator to play back. Start
/// with [dev.nudge.terminal.text.PlainText].
@NullMarked
package dev.nudge.terminal.text;

import org.jspecify.annotations.NullMarked;
