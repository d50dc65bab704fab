package dev.nudge.agent.kind;

/// Thrown for a mistake in the file of an agent. The message is one sentence: where it is, what is
/// wrong, and what was expected.
final class AgentFileException extends Exception {
    private static final long serialVersionUID = 1L;

    AgentFileException(String message) {
        super(message);
    }
}
