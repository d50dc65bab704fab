/// The program that holds the terminal of one job, logs all of it, keeps the screen, and serves a
/// socket. It outlives daemon and clients. Its own host is in C. Start reading at
/// [dev.nudge.host.TerminalHost].
@NullMarked
package dev.nudge.host;

import org.jspecify.annotations.NullMarked;
