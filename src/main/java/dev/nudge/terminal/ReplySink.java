package dev.nudge.terminal;

/// Takes what a terminal answers to its program, to be written to the pty.
@FunctionalInterface
public interface ReplySink {
    /// Takes an answer. It is called by the thread that feeds the terminal, without its lock, after
    /// the chunk that asked was carried out; while it blocks, no further chunk is.
    void reply(byte[] answer);
}
