package dev.nudge.exec;

import dev.nudge.process.ShortProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Starts programs so that they ignore no signal. A process started by nohup(1), or in the
/// background of a script, ignores some forever, and so do its children: a shell cannot undo that,
/// and Ctrl-C would not reach a job. GNU env(1) can.
final class PlainSignals {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";

    /// HUP, INT and TERM: the Java runtime leaves these alone if they are ignored, and handles the
    /// others.
    private static final long INHERITED = 1 | 1 << 1 | 1 << 14;

    private static final List<String> ENV =
            List.of("/usr/bin/env", "--default-signal=HUP,INT,TERM");

    private PlainSignals() {}

    /// Returns the words to put before those of a program. None if this process ignores no signal,
    /// or without GNU env(1): then the program ignores what this process does. Takes some
    /// milliseconds if this process ignores a signal.
    static List<String> prefix() {
        return isIgnoring() && works() ? ENV : List.of();
    }

    private static boolean isIgnoring() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .map(line -> line.substring(IGNORED.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & INHERITED) != 0);
        } catch (IOException elsewhereThanOnLinux) {
            return false;
        }
    }

    private static boolean works() {
        List<String> command = new ArrayList<>(ENV);
        command.addAll(List.of("/bin/sh", "-c", ":"));
        try {
            return new ShortProgram(LIMIT, command.toArray(String[]::new)).run("").isSuccess();
        } catch (IOException e) {
            return false;
        }
    }
}
