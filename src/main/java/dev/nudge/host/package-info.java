/// The program that holds the terminal of one job. It logs all output, keeps the screen, and serves
/// a socket. It outlives the daemon and all clients. The host of the job, which starts it, is in C.
/// Start reading at [dev.nudge.host.TerminalHost].
@NullMarked
package dev.nudge.host;

import org.jspecify.annotations.NullMarked;
