/// Runs the commands of jobs on this machine. Start reading at
/// [dev.nudge.engine.local.LocalEngine].
@NullMarked
package dev.nudge.engine.local;

import org.jspecify.annotations.NullMarked;
