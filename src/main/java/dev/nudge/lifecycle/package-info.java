/// The execution lifecycle: who runs, who listens, how it ended. A library of its own: it knows
/// nothing of the rest of the program.
@NullMarked
package dev.nudge.lifecycle;

import org.jspecify.annotations.NullMarked;
