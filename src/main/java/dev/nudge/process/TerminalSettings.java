package dev.nudge.process;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Asks `stty` how a terminal is set. A terminal that delivers whole lines and does not show them
/// is set for a password.
final class TerminalSettings {
    private static final Logger LOG = System.getLogger(TerminalSettings.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private TerminalSettings() {}

    /// Returns whether a password is to be typed. Starts a process: some milliseconds, at most 2
    /// seconds.
    ///
    /// @return false also if the terminal cannot be opened or there is no `stty`
    static boolean arePasswordEntry(Path terminal) {
        try {
            String settings =
                    new ShortProgram(LIMIT, "stty", "-a", "-F", terminal.toString()).run("").out();
            List<String> words = Arrays.asList(settings.split("[\\s;]+"));
            return words.contains("-echo") && words.contains("icanon");
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "stty cannot be run: {0}", e.toString());
            return false;
        }
    }
}
