/// The output of jobs, as commands show it: parts of logs, logs that grow, and the forms of their
/// lines. Uses `output` and `store`. Start reading at [dev.nudge.console.log.SeveralLogs].
@NullMarked
package dev.nudge.console.log;

import org.jspecify.annotations.NullMarked;
