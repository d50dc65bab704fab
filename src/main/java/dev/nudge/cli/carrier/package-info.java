/// Carries a command to the daemon, which runs it, and the streams, signals and the terminal of
/// this process with it. Uses `cli.connection`. Start reading at [dev.nudge.cli.carrier.Carrier].
@NullMarked
package dev.nudge.cli.carrier;

import org.jspecify.annotations.NullMarked;
