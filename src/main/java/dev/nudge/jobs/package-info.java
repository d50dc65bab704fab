/// All jobs of a user: starts commands, learns of their ends and questions, ends them when asked,
/// and adopts the jobs of an earlier daemon. Uses `store` for what is on disk, `exec` for the hosts
/// and `lifecycle`: every job is an execution ([dev.nudge.jobs.Executions]), and is waited for and
/// killed as one. [dev.nudge.jobs.JobControl] puts it together. Start reading at the register,
/// [dev.nudge.jobs.Jobs]; a change of a job goes through its [dev.nudge.jobs.JobEntry].
@NullMarked
package dev.nudge.jobs;

import org.jspecify.annotations.NullMarked;
