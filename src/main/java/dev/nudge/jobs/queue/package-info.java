/// The queue: which jobs start now, and why the others wait. Pure: `jobs.JobQueue` carries out what
/// a [dev.nudge.jobs.queue.QueuePlan] says, and `store` keeps the groups.
@NullMarked
package dev.nudge.jobs.queue;

import org.jspecify.annotations.NullMarked;
