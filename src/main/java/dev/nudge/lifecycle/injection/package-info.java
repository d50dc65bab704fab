/// Texts for an agent's next turn: the service that collects them, and how the end of an execution
/// in the background becomes one. Uses `listener`. Start with
/// [dev.nudge.lifecycle.injection.InjectionService].
@NullMarked
package dev.nudge.lifecycle.injection;

import org.jspecify.annotations.NullMarked;
