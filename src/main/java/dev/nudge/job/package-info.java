/// The model of a job: its specification, states and news. Pure: no process, no file. Start reading
/// at [dev.nudge.job.Job]; the forms on disk are in [dev.nudge.job.record.JobRecord].
@NullMarked
package dev.nudge.job;

import org.jspecify.annotations.NullMarked;
