package dev.nudge.delivery.screen;

/// What a prompt is for, as far as its layout shows.
public enum PromptMode {
    /// The user's next message.
    IDLE,

    /// The first message of a session that has not begun: only keys reach it.
    NEW,

    /// A message to a working agent.
    WORKING,

    /// A shell command.
    SHELL
}
