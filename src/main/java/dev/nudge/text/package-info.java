/// Text that may be shown and typed: printable characters, and cutting between graphemes. Pure.
@NullMarked
package dev.nudge.text;

import org.jspecify.annotations.NullMarked;
