/// What the page watches by WebSocket: the table of jobs, growing logs, questions, what jobs use,
/// and their terminals. Does not know the server. `asyncapi.yaml` describes the messages. Start
/// reading at [dev.nudge.web.live.LiveSession] and [dev.nudge.web.live.TerminalSession].
@NullMarked
package dev.nudge.web.live;

import org.jspecify.annotations.NullMarked;
