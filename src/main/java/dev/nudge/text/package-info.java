/// Text that may be shown and typed: makes it printable, cuts it between graphemes, and describes
/// errors. Pure. Start reading at [dev.nudge.text.Printable].
@NullMarked
package dev.nudge.text;

import org.jspecify.annotations.NullMarked;
