package dev.nudge.delivery.inbox;

/// The answer of an agent to a message that was sent to its inbox.
public enum InboxAnswer {
    /// It has the message, and begins a turn with it.
    TAKEN,

    /// It does not have the message, and will not have it: the person does not want messages of
    /// programs, or nobody listens.
    REFUSED,

    /// It does not have the message, and takes none now: it works, or its person is about to do
    /// something else. Only some agents answer this, and they may do so while they still look idle.
    BUSY,

    /// It may have the message, now or later: it has not answered, or a person is to look at the
    /// message first.
    NONE
}
