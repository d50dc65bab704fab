/// Identity, parents and environment of processes. The only package that reads about other
/// processes in /proc; some others look there for limits, signals and open files of their own.
@NullMarked
package dev.nudge.process;

import org.jspecify.annotations.NullMarked;
