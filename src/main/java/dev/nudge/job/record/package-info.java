/// Jobs as flat data: `job.json`, and the JSON of answers. Pure, as `job` is. Start reading at
/// [dev.nudge.job.record.JobRecord].
@NullMarked
package dev.nudge.job.record;

import org.jspecify.annotations.NullMarked;
