/// The protocols of the daemon's socket and of a terminal's: greetings, the frames of a command
/// that is carried to the daemon, requests and responses. Start reading at
/// [dev.nudge.protocol.Hello], [dev.nudge.protocol.Frame] and [dev.nudge.protocol.TerminalRequest].
@NullMarked
package dev.nudge.protocol;

import org.jspecify.annotations.NullMarked;
