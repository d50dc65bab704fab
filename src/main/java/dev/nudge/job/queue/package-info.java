/// What a job waits for before it is started; pure, and known to `job`.
@NullMarked
package dev.nudge.job.queue;

import org.jspecify.annotations.NullMarked;
