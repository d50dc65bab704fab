/// Answers the commands that people run in a shell, and the hooks of agents: one conversation for
/// each client, in the requests and responses of `protocol`. Uses `jobs`, `upkeep`, `agent`,
/// `outbox` and the waits of `calls`. Start reading at [dev.nudge.console.CliConversation].
@NullMarked
package dev.nudge.console;

import org.jspecify.annotations.NullMarked;
