/// The daemon's process: one per user, which outlives its clients and may die at any moment. It
/// holds the lock, accepts clients, and puts the parts together. Start reading at
/// [dev.nudge.daemon.Daemon]; each of its parts puts a package together.
/// [dev.nudge.daemon.NewsFeed] connects what learns about jobs with what reports it.
@NullMarked
package dev.nudge.daemon;

import org.jspecify.annotations.NullMarked;
