/// Reads what jobs have written: parts of their logs as text, searches in them, and what is
/// appended to a file. Start reading at [dev.nudge.output.LogReader], [dev.nudge.output.JobLog],
/// [dev.nudge.output.LineSearch] and [dev.nudge.output.FileFollower].
@NullMarked
package dev.nudge.output;

import org.jspecify.annotations.NullMarked;
