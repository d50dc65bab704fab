/// Where the commands of jobs run: on this machine, or on those of a cluster. An
/// [dev.nudge.engine.Engine] starts them, sends them signals, and looks what has become of them.
/// The records are the same: a host on the node writes them as one on this machine does. Start
/// reading at [dev.nudge.engine.Engine].
@NullMarked
package dev.nudge.engine;

import org.jspecify.annotations.NullMarked;
