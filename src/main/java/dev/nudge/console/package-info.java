/// What the commands of `console.command` rest on: their caller, which is a program elsewhere, and
/// the parts of the daemon that they use. Uses `jobs`, `upkeep`, `agent`, `outbox` and the waits of
/// `calls`. Start reading at [dev.nudge.console.caller.Caller] and [dev.nudge.console.Services].
@NullMarked
package dev.nudge.console;

import org.jspecify.annotations.NullMarked;
