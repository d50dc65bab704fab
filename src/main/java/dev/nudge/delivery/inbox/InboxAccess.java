package dev.nudge.delivery.inbox;

import dev.nudge.delivery.queue.ThreadQueue;

/// How messages reach the inbox of an agent.
public sealed interface InboxAccess {
    /// It has none.
    record None() implements InboxAccess {}

    /// It may have one, of which only a program tells that it has started: none is connected now.
    record Unknown() implements InboxAccess {}

    /// It has one.
    record Open(Inbox inbox) implements InboxAccess {}

    /// It has a queue for its thread, instead of a pane.
    record Queue(ThreadQueue queue) implements InboxAccess {}
}
