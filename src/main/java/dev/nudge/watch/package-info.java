/// Watches and timers: jobs without a process, which wait for lines in a file or for a moment. Uses
/// `jobs` for their records and `output` to follow files. Start reading at
/// [dev.nudge.watch.WatchRunner].
@NullMarked
package dev.nudge.watch;

import org.jspecify.annotations.NullMarked;
