/// The program that holds the terminal of one job. It writes everything to the job's log, keeps the
/// screen, and serves input, size, screen and attached viewers on a socket. It outlives the daemon
/// and every client. The host of the job, which starts it, is in C. Start reading at
/// [dev.nudge.host.TerminalHost].
@NullMarked
package dev.nudge.host;

import org.jspecify.annotations.NullMarked;
