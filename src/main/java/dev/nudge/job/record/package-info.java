/// Jobs as flat data: the JSON of `job.json`, and that of answers such as `nudge ps --json`. Pure,
/// as `job` is, which it uses. Start reading at [dev.nudge.job.record.JobRecord].
@NullMarked
package dev.nudge.job.record;

import org.jspecify.annotations.NullMarked;
