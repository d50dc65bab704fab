/// Reads what jobs have written: parts of their logs as text, searches in them, and what is
/// appended to a file. Start reading at [dev.nudge.output.LogReader], [dev.nudge.output.JobLog],
/// [dev.nudge.output.search.LineSearch] and [dev.nudge.output.FileFollower].
///
/// There are two ways of reading: a log has offsets for ever and perhaps a hole, so any part of it
/// is read by `LogReader`; another file may be replaced or emptied meanwhile, so `FileFollower`
/// keeps it open and reads only forwards. For both, [dev.nudge.output.PlayedLines] makes lines of
/// what was written.
@NullMarked
package dev.nudge.output;

import org.jspecify.annotations.NullMarked;
