/// The execution lifecycle: running executions, their listeners, their ends. A library of its own:
/// it is independent of the rest of the program.
@NullMarked
package dev.nudge.lifecycle;

import org.jspecify.annotations.NullMarked;
