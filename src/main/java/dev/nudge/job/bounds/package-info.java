/// What a job may use of the machine, and the way in which the system sees to that. Start reading
/// at [dev.nudge.job.bounds.Bounds].
@NullMarked
package dev.nudge.job.bounds;

import org.jspecify.annotations.NullMarked;
