package dev.nudge.daemon;

import dev.nudge.store.AtomicFile;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.logging.ErrorManager;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/// Writes the log of the daemon to `daemon.log`, and moves it to `daemon.log.1` when it has grown
/// to 1 MiB. (`java.util.logging.FileHandler` would number the current file.)
final class DaemonLog extends Handler {
    private static final long MAX_BYTES = 1024 * 1024;
    private static final String FORMAT = "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s: %5$s%6$s%n";

    private final Path file;

    /// Kept open, so that "too many open files" can be logged.
    private @Nullable OutputStream out;

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
            opened().write(
                            Bytes.shown(getFormatter().format(record))
                                    .getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            reportError("cannot write " + file, e, ErrorManager.WRITE_FAILURE);
        }
    }

    private OutputStream opened() throws IOException {
        boolean isThere = Files.exists(file);
        if (out == null || !isThere || Files.size(file) > MAX_BYTES) {
            close();
            if (isThere && Files.size(file) > MAX_BYTES) {
                Files.move(
                        file,
                        file.resolveSibling(file.getFileName() + ".1"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            if (!Files.exists(file)) {
                Files.createFile(file, AtomicFile.PRIVATE_FILE);
            }
            out = Files.newOutputStream(file, StandardOpenOption.APPEND);
        }
        return out;
    }

    @Override
    public void flush() {}

    @Override
    public synchronized void close() {
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            reportError("cannot close " + file, e, ErrorManager.CLOSE_FAILURE);
        } finally {
            out = null;
        }
    }
}
