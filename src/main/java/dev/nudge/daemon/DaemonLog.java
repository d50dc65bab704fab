package dev.nudge.daemon;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// Writes the log of the daemon to `daemon.log`, and moves it to `daemon.log.1` when it has grown
/// to 1 MiB. (`java.util.logging.FileHandler` would number the current file.)
final class DaemonLog extends Handler {
    private static final long MAX_BYTES = 1024 * 1024;
    private static final String FORMAT = "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s: %5$s%6$s%n";
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path file;

    private DaemonLog(Path file) {
        this.file = file;
        setFormatter(new SimpleFormatter());
    }

    /// Sends everything that is logged in this process to the file.
    static void install(Path file) {
        System.setProperty("java.util.logging.SimpleFormatter.format", FORMAT);
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.INFO);
        root.addHandler(new DaemonLog(file));
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (!isLoggable(record)) {
            return;
        }
        try {
            rotateIfFull();
            byte[] bytes =
                    getFormatter().format(record).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
                out.write(bytes);
            }
        } catch (IOException e) {
            reportError("cannot write " + file, e, ErrorManager.WRITE_FAILURE);
        }
    }

    private void rotateIfFull() throws IOException {
        if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(file)) {
            Files.createFile(file, PRIVATE);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
