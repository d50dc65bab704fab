/// Keeps jobs on disk, so that they survive every process. Start reading at
/// [dev.nudge.store.JobStore] and [dev.nudge.store.StateDirectory].
@NullMarked
package dev.nudge.store;

import org.jspecify.annotations.NullMarked;
