package dev.nudge.terminal.emulator;

/// Takes a terminal's answers to its program, to be written to the pty.
@FunctionalInterface
public interface ReplySink {
    /// Takes an answer. Called by the thread that feeds the terminal, without its lock, after the
    /// chunk with the question has been handled. While it blocks, no further chunk is handled.
    void reply(byte[] answer);
}
