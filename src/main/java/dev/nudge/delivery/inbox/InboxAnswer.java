package dev.nudge.delivery.inbox;

/// The answer of an agent to a message that was sent to its inbox.
public enum InboxAnswer {
    /// The agent has the message, and begins a turn with it.
    TAKEN,

    /// The agent will not get the message: the person does not want messages of programs, or nobody
    /// listens.
    REFUSED,

    /// The agent does not have the message, and takes none now: it works, or its person is about to
    /// do something else. Only some agents answer this, perhaps while they still look idle.
    BUSY,

    /// Unknown: the agent has not answered, or a person is to look at the message first, so it may
    /// have the message now or later.
    NONE
}
