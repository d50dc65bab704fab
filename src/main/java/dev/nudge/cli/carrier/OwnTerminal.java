package dev.nudge.cli.carrier;

import dev.nudge.job.WindowSize;
import dev.nudge.process.ShortProgram;
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
