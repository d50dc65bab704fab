/// Starts the processes that hold jobs, and sends signals to the processes of jobs. Start reading
/// at [dev.nudge.exec.JobHost].
@NullMarked
package dev.nudge.exec;

import org.jspecify.annotations.NullMarked;
