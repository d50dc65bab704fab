/// Calls the listeners and hooks of others: subscriptions, the order of calls, failures that stay
/// contained, and the lock that is never held during such a call. Uses no other package. Start with
/// [dev.nudge.lifecycle.listener.Listeners].
@NullMarked
package dev.nudge.lifecycle.listener;

import org.jspecify.annotations.NullMarked;
