/// The caller of a command: a program elsewhere, the carrier, whose streams, terminal and signals
/// the command uses by way of frames. Start reading at [dev.nudge.console.caller.Caller] and
/// [dev.nudge.console.caller.CarrierConversation].
@NullMarked
package dev.nudge.console.caller;

import org.jspecify.annotations.NullMarked;
