/// Finds the daemon, or starts one, and connects to it. Uses `protocol`. Start reading at
/// [dev.nudge.cli.connection.DaemonConnector].
@NullMarked
package dev.nudge.cli.connection;

import org.jspecify.annotations.NullMarked;
