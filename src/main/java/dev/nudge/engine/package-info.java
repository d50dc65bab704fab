/// Where the commands of jobs run: on this machine, or on those of a cluster, where the hosts write
/// the same records. Start reading at [dev.nudge.engine.Engine].
@NullMarked
package dev.nudge.engine;

import org.jspecify.annotations.NullMarked;
