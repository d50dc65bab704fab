package dev.nudge.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Limits how many clients are served at once. More clients wait in the socket's queue, so that
/// clients never take the open files that jobs need; a JVM that cannot open a file to load a class
/// never loads that class again.
final class ClientLimit {
    private static final int MOST = 4096;
    private static final int LEAST = 16;

    /// Open files kept for everything other than clients.
    private static final int RESERVE = 256;

    private static final int UNKNOWN = 1024;
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files +(\\d+) .*");

    private final Semaphore room = new Semaphore(Math.clamp(openFiles() - RESERVE, LEAST, MOST));

    /// Waits until one more client can be served, and counts it.
    void await() throws InterruptedException {
        room.acquire();
    }

    void left() {
        room.release();
    }

    private static int openFiles() {
        try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
            return limits.map(OPEN_FILES::matcher)
                    .filter(Matcher::matches)
                    .map(m -> Integer.parseInt(m.group(1)))
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException | NumberFormatException e) {
            return UNKNOWN;
        }
    }
}
