/// Regular checks: limits of jobs, sizes of logs, room on the disk, and how long ended jobs are
/// kept. Uses `jobs` to end and remove jobs, and `store` for their files. [dev.nudge.upkeep.Upkeep]
/// puts them together. Start reading at [dev.nudge.upkeep.LimitWatch] and
/// [dev.nudge.upkeep.Retention].
@NullMarked
package dev.nudge.upkeep;

import org.jspecify.annotations.NullMarked;
