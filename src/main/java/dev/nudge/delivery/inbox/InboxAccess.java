package dev.nudge.delivery.inbox;

/// How messages reach the inbox of an agent.
public sealed interface InboxAccess {
    /// It has none.
    record None() implements InboxAccess {}

    /// It may have one, of which only a program tells that it has started: none is connected now.
    record Unknown() implements InboxAccess {}

    /// It has one.
    record Open(Inbox inbox) implements InboxAccess {}
}
