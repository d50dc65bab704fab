/// Terminal output and what it looks like: text without its escape sequences.
@NullMarked
package dev.nudge.terminal;

import org.jspecify.annotations.NullMarked;
