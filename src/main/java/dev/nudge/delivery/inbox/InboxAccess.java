package dev.nudge.delivery.inbox;

import dev.nudge.delivery.queue.ThreadQueue;

/// How messages reach the inbox of an agent.
public sealed interface InboxAccess {
    /// The agent has no inbox.
    record None() implements InboxAccess {}

    /// The agent takes messages from its monitor, but none runs in it now.
    record Absent() implements InboxAccess {}

    /// The agent may have one, which can be known only from a program that connects; none is
    /// connected now.
    record Unknown() implements InboxAccess {}

    /// The agent has an inbox, but takes no messages there: its person does not want them.
    record Refusing() implements InboxAccess {}

    /// The agent has an inbox.
    record Open(Inbox inbox) implements InboxAccess {}

    /// The agent has a queue for its thread, instead of a pane.
    record Queue(ThreadQueue queue) implements InboxAccess {}
}
