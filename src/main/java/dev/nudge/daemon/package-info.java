/// The process: one per user that outlives its clients and may die at any moment. Holds the lock,
/// accepts clients, and puts the parts together. Start reading at [dev.nudge.daemon.Daemon]: each
/// of its parts puts a package together. [dev.nudge.daemon.NewsFeed] connects those that learn what
/// happens to jobs with those that report it.
@NullMarked
package dev.nudge.daemon;

import org.jspecify.annotations.NullMarked;
