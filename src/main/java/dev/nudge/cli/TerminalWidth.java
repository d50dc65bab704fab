package dev.nudge.cli;

import java.io.Console;

/// How wide tables may be.
final class TerminalWidth {
    private static final int DEFAULT = 80;

    private TerminalWidth() {}

    /// Returns the columns of the terminal as COLUMNS tells them, 80 if it does not; without a
    /// limit if the output goes elsewhere.
    @SuppressWarnings("SystemConsoleNull") // for NullAway it may be null
    static int columns() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return Integer.MAX_VALUE;
        }
        String columns = System.getenv().getOrDefault("COLUMNS", "");
        return columns.matches("[1-9]\\d{0,4}") ? Integer.parseInt(columns) : DEFAULT;
    }
}
