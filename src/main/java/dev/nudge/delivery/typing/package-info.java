/// Types messages into the panes of agents, only when that does no harm, and only once. The courier
/// has a loop for each agent, which attempts deliveries and watches the pane in between. Start with
/// [dev.nudge.delivery.typing.Courier] and [dev.nudge.delivery.typing.Delivery].
@NullMarked
package dev.nudge.delivery.typing;

import org.jspecify.annotations.NullMarked;
