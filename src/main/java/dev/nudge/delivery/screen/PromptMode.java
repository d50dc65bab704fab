package dev.nudge.delivery.screen;

/// What a prompt is for, as far as the way shows in which it is drawn.
public enum PromptMode {
    /// The user's next message.
    IDLE,

    /// The first message of a session that is yet to begin: only keys reach it.
    NEW,

    /// A message for an agent that works.
    WORKING,

    /// A shell command.
    SHELL
}
