/// Where the commands of jobs run. An [dev.nudge.engine.Engine] starts them, sends them signals,
/// and looks what has become of them: `local` on this machine, `slurm` on those of a cluster. The
/// records are the same: a host on the node writes them as one on this machine does. Start reading
/// at [dev.nudge.engine.Engine].
@NullMarked
package dev.nudge.engine;

import org.jspecify.annotations.NullMarked;
