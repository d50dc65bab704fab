package dev.nudge.cli;

import dev.nudge.job.WindowSize;
import dev.nudge.process.ShortProgram;
import java.io.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The terminal on which this command was called, if there is one.
final class OwnTerminal {
    private static final WindowSize USUAL = new WindowSize(80, 24);
    private static final int MOST = 1000;
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})");

    private OwnTerminal() {}

    /// Returns whether standard input and output are a terminal.
    @SuppressWarnings("SystemConsoleNull") // for NullAway it may be null
    static boolean isThere() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Asks a question and returns the line given as the answer; empty at the end of the input.
    @SuppressWarnings("SystemConsoleNull") // for NullAway it may be null
    static String ask(String question) {
        Console console = System.console();
        String answer = console == null ? null : console.readLine("%s", question);
        return answer == null ? "" : answer;
    }

    /// Returns whether to use colours: on a terminal that has some, unless NO_COLOR is set
    /// (no-color.org).
    static boolean hasColour() {
        return isThere()
                && System.getenv().getOrDefault("NO_COLOR", "").isEmpty()
                && !System.getenv().getOrDefault("TERM", "dumb").equals("dumb");
    }

    /// Returns how wide a line may be: as wide as the terminal; without a limit if the output goes
    /// elsewhere.
    static int columns() {
        return isThere() ? size().columns() : Integer.MAX_VALUE;
    }

    /// Asks the terminal for its size. The shell knows it too, but rarely exports it.
    static WindowSize size() {
        try {
            ShortProgram stty = new ShortProgram(LIMIT, "stty", "-F", "/dev/tty", "size");
            Matcher size = SIZE.matcher(stty.run("").out().strip());
            return size.matches()
                    ? new WindowSize(
                            Math.min(MOST, Integer.parseInt(size.group(2))),
                            Math.min(MOST, Integer.parseInt(size.group(1))))
                    : USUAL;
        } catch (IOException e) {
            return USUAL;
        }
    }
}
