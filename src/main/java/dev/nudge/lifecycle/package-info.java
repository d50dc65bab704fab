/// The execution lifecycle: running executions, their output and subscribers, and their ends. A
/// library of its own: it is independent of the rest of the program. Start with
/// [dev.nudge.lifecycle.ExecutionLifecycleService].
@NullMarked
package dev.nudge.lifecycle;

import org.jspecify.annotations.NullMarked;
