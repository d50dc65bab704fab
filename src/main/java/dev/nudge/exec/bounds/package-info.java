/// Finds the ways in which this system can keep a job within its bounds, and says what its host has
/// to do for them. Start reading at [dev.nudge.exec.bounds.BoundWays].
@NullMarked
package dev.nudge.exec.bounds;

import org.jspecify.annotations.NullMarked;
