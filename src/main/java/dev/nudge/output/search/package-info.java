/// Searches bytes for lines that match a pattern, as fast as they can be read: what the lines must
/// hold is looked for first, by functions of the C library; what they hold is then read by an
/// automaton, and by RE2/J where that does not know an answer. Start reading at
/// [dev.nudge.output.search.LineSearch].
@NullMarked
package dev.nudge.output.search;

import org.jspecify.annotations.NullMarked;
