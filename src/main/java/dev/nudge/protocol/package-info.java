/// The protocols of the daemon's socket and of a terminal's: framing, greetings, requests and
/// responses. Start reading at [dev.nudge.protocol.Hello], [dev.nudge.protocol.Request] and
/// [dev.nudge.protocol.TerminalRequest].
@NullMarked
package dev.nudge.protocol;

import org.jspecify.annotations.NullMarked;
