/// The execution lifecycle: who runs, who listens, how it ended.
@NullMarked
package dev.nudge.lifecycle;

import org.jspecify.annotations.NullMarked;
