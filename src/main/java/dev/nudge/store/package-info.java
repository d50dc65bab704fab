/// Keeps jobs on disk, so that they survive every process.
@NullMarked
package dev.nudge.store;

import org.jspecify.annotations.NullMarked;
