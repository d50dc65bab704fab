package dev.nudge.exec;

import java.util.List;

/// The way in which a job gets a terminal.
public sealed interface TerminalOrder {
    /// It gets none: a plain job.
    record None() implements TerminalOrder {}

    /// It should have a terminal, but does not get one: a plain job that says so in its log.
    ///
    /// @param reason one line without a full stop
    record Refused(String reason) implements TerminalOrder {}

    /// It gets one from this program, which reports where the terminal is, drains it and ends.
    ///
    /// @param program the words that start the program
    record From(List<String> program) implements TerminalOrder {
        public From {
            program = List.copyOf(program);
        }
    }
}
