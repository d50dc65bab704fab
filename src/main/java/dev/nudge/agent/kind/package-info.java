/// The kinds of agents: how each is recognized, which session it must be in, what its screen looks
/// like. All of this is data: files beside these classes, and a person's own. Uses `delivery` for
/// what a profile is, and `process` for command lines. Start reading at
/// [dev.nudge.agent.kind.AgentKinds].
@NullMarked
package dev.nudge.agent.kind;

import org.jspecify.annotations.NullMarked;
