/// Reads regular expressions (RE2): what their parts are, what every match contains, and whether a
/// line contains a match, with one look at each of its bytes. Start reading at
/// [dev.nudge.output.search.regex.Regex].
@NullMarked
package dev.nudge.output.search.regex;

import org.jspecify.annotations.NullMarked;
