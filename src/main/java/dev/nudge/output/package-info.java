/// Reads what jobs have written: parts of their logs, as text.
@NullMarked
package dev.nudge.output;

import org.jspecify.annotations.NullMarked;
