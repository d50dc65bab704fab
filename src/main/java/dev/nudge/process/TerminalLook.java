package dev.nudge.process;

/// The result of a look at a job's terminal: whether a program there waits for a person to type.
public sealed interface TerminalLook {
    /// A process of the terminal's foreground group sleeps until the terminal has input.
    ///
    /// @param reader the process
    /// @param program its name as the kernel has it, at most 15 bytes: `vim`, `python3`, `npm init`
    /// @param kind what sort of program that is
    record Awaiting(ProcessId reader, String program, Kind kind) implements TerminalLook {}

    /// Nobody is known to wait for input.
    record NotAwaiting(Reason reason) implements TerminalLook {}

    /// The kind of program that reads.
    enum Kind {
        /// A program that asks: its prompt is on the cursor's line.
        QUESTION,
        /// An editor, whose whole screen is there to be typed into.
        EDITOR,
        /// A program that shows a text page by page until somebody quits it.
        PAGER,
        /// A shell, an interpreter or a debugger at its prompt: it is idle and asks nothing.
        REPL
    }

    /// The reason why nobody is known to wait.
    enum Reason {
        /// The session leader has ended or never existed.
        ENDED,
        /// The process has no terminal.
        NO_TERMINAL,
        /// The foreground processes do something else, or wait for something else.
        BUSY,
        /// A foreground process may wait for input, but belongs to another user, or the kernel
        /// shows its system calls only to its ancestors.
        HIDDEN
    }
}
