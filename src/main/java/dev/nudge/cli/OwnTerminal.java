package dev.nudge.cli;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The terminal that this command is called on, if it is.
final class OwnTerminal {
    private static final int DEFAULT_COLUMNS = 80;
    private static final Pattern COLUMNS = Pattern.compile("\\d+ ([1-9]\\d{0,4})");

    private OwnTerminal() {}

    /// Whether standard input and output are a terminal.
    @SuppressWarnings("SystemConsoleNull") // for NullAway it may be null
    static boolean isThere() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Whether colours are welcome: on a terminal that has some, unless NO_COLOR is set
    /// (no-color.org).
    static boolean hasColour() {
        return isThere()
                && System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
                && !System.getenv().getOrDefault("TERM", "dumb").equals("dumb");
    }

    /// Returns how wide a line may be: as wide as the terminal; without a limit if the output goes
    /// elsewhere.
    static int columns() {
        return isThere() ? terminalColumns() : Integer.MAX_VALUE;
    }

    /// The shell knows it by COLUMNS, but seldom tells.
    private static int terminalColumns() {
        String told = System.getenv().getOrDefault("COLUMNS", "");
        if (told.matches("[1-9]\\d{0,4}")) {
            return Integer.parseInt(told);
        }
        try {
            Process stty = new ProcessBuilder("stty", "-F", "/dev/tty", "size").start();
            String answer =
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Matcher columns = COLUMNS.matcher(answer.strip());
            return columns.matches() ? Integer.parseInt(columns.group(1)) : DEFAULT_COLUMNS;
        } catch (IOException e) {
            return DEFAULT_COLUMNS;
        }
    }
}
