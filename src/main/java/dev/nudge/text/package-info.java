/// Makes text printable, cuts it between graphemes, and describes errors; reads and writes times
/// and sizes as people do. Pure, except that a time zone is read from its file. Start reading at
/// [dev.nudge.text.Printable] or [dev.nudge.text.CallerZone].
@NullMarked
package dev.nudge.text;

import org.jspecify.annotations.NullMarked;
