/// How far a news of a job has been reported, and to whom; pure, and known to `job`. Start reading
/// at [dev.nudge.job.nudge.NudgeEvent.NudgeTransition].
@NullMarked
package dev.nudge.job.nudge;

import org.jspecify.annotations.NullMarked;
