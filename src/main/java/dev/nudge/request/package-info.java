/// The requests that an agent makes with a tool call, read from its arguments and checked. Knows
/// nothing of the SDK. Start with [dev.nudge.request.RunRequest].
@NullMarked
package dev.nudge.request;

import org.jspecify.annotations.NullMarked;
