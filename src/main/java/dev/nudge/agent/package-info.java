/// Finds the agent behind a client and its pane, and knows which agents are connected and which are
/// alive. Uses `tmux` for panes and `process` for ancestors. Start reading at
/// [dev.nudge.agent.Agents].
@NullMarked
package dev.nudge.agent;

import org.jspecify.annotations.NullMarked;
