/// Searches bytes for lines that match a pattern: a text that every match contains is looked for
/// first, and RE2/J looks only at the lines with it. Start reading at
/// [dev.nudge.output.search.LineSearch].
@NullMarked
package dev.nudge.output.search;

import org.jspecify.annotations.NullMarked;
