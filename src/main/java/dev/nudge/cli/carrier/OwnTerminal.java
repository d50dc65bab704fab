package dev.nudge.cli.carrier;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nudge.job.WindowSize;
import java.io.IOException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The terminal on which this command was called, if there is one.
public final class OwnTerminal {
    private static final WindowSize USUAL = new WindowSize(80, 24);
    private static final int MOST = 1000;
    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})");

    private OwnTerminal() {}

    /// Returns whether what is printed is shown there.
    public static boolean isShown() {
        return Objects.requireNonNull(System.console()).isTerminal();
    }

    /// Asks the terminal for its size. The shell knows it too, but rarely exports it.
    public static WindowSize size() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "-F", "/dev/tty", "size")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return size(new String(stty.getInputStream().readAllBytes(), UTF_8).strip());
        } catch (IOException e) {
            return USUAL;
        }
    }

    private static WindowSize size(String text) {
        Matcher size = SIZE.matcher(text);
        return size.matches()
                ? new WindowSize(
                        Math.min(MOST, Integer.parseInt(size.group(2))),
                        Math.min(MOST, Integer.parseInt(size.group(1))))
                : USUAL;
    }
}
