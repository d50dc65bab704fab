/// A trial of the queue, which is not part of the test run. Start reading at
/// [dev.nudge.jobs.trial.QueueTrial].
@NullMarked
package dev.nudge.jobs.trial;

import org.jspecify.annotations.NullMarked;
