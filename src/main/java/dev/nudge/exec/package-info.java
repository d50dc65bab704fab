/// Starts and signals the processes that hold jobs.
@NullMarked
package dev.nudge.exec;

import org.jspecify.annotations.NullMarked;
