/// Who is where: finds the agent behind a client and its pane, and knows which agents are connected
/// and which are still there. Uses `tmux` for panes and `process` for ancestors. Start reading at
/// [dev.nudge.agent.Agents].
@NullMarked
package dev.nudge.agent;

import org.jspecify.annotations.NullMarked;
