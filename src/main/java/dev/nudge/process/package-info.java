/// Identity, parents and environment of processes. Only this package reads about other processes in
/// /proc; some others look there for their own limits, signals and open files. It also decides
/// whether a program waits for somebody to type. Start reading at [dev.nudge.process.ProcessTable],
/// [dev.nudge.process.ProcessFamily] and [dev.nudge.process.TerminalReader].
@NullMarked
package dev.nudge.process;

import org.jspecify.annotations.NullMarked;
