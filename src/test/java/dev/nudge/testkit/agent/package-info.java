/// The real agents, for tests: each in a pane of a tmux server of its own, talking to a scripted
/// model.
@NullMarked
package dev.nudge.testkit.agent;

import org.jspecify.annotations.NullMarked;
