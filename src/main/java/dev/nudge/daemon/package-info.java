/// Puts the parts together: one process per user that outlives its clients and may die at any
/// moment.
@NullMarked
package dev.nudge.daemon;

import org.jspecify.annotations.NullMarked;
