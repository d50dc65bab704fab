package dev.nudge.process;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Asks `stty` how a terminal is set. A terminal that delivers whole lines and does not show them
/// is set for a password.
final class TerminalSettings {
    private static final Logger LOG = System.getLogger(TerminalSettings.class.getName());
    private static final int LIMIT_SECONDS = 2;

    private TerminalSettings() {}

    /// Returns whether a password is to be typed. Starts a process: some milliseconds, at most 2
    /// seconds.
    ///
    /// @return false also if the terminal cannot be opened or there is no `stty`
    static boolean arePasswordEntry(Path terminal) {
        try {
            List<String> words = Arrays.asList(stty(terminal).split("[\\s;]+"));
            return words.contains("-echo") && words.contains("icanon");
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "stty cannot be run: {0}", e.toString());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String stty(Path terminal) throws IOException, InterruptedException {
        Process stty =
                new ProcessBuilder("stty", "-a", "-F", terminal.toString())
                        .redirectErrorStream(true)
                        .start();
        stty.getOutputStream().close();
        if (!stty.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            stty.destroyForcibly();
            return "";
        }
        try (var output = stty.getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
