/// Text that may be shown and typed: making it printable, and cutting it between graphemes. Pure.
@NullMarked
package dev.nudge.text;

import org.jspecify.annotations.NullMarked;
