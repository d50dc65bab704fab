/// Identity, parents and environment of processes. The only package that reads about other
/// processes in /proc; some others look there for limits, signals and open files of their own. It
/// also decides whether a program waits for somebody to type. Start reading at
/// [dev.nudge.process.ProcessTable], [dev.nudge.process.ProcessFamily] and
/// [dev.nudge.process.TerminalReader].
@NullMarked
package dev.nudge.process;

import org.jspecify.annotations.NullMarked;
