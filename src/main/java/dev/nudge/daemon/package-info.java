/// The process: one per user that outlives its clients and may die at any moment. Holds the lock,
/// accepts clients, and puts the parts together. Start reading at [dev.nudge.daemon.Daemon], which
/// composes all other packages except `cli` and `host`.
@NullMarked
package dev.nudge.daemon;

import org.jspecify.annotations.NullMarked;
