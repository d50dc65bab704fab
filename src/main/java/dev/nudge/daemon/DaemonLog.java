package dev.nudge.daemon;

import dev.nudge.store.AtomicFile;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Writes the log of the daemon to `daemon.log`, and moves it to `daemon.log.1` when it has grown
/// to 1 MiB. (`java.util.logging.FileHandler` would number the current file.)
final class DaemonLog extends Handler {
    private static final long MAX_BYTES = 1024 * 1024;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT);

    private final Path file;

    /// Kept open, so that "too many open files" can be logged.
    private @Nullable OutputStream out;

    private DaemonLog(Path file) {
        this.file = file;
        setFormatter(new Lines());
    }

    /// A line for each record, and its stack trace. (Java's own takes a twentieth of a daemon's
    /// start-up, and calls an error SEVERE.)
    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord record) {
            StringWriter line = new StringWriter();
            Level level = record.getLevel();
            String name = level.equals(Level.SEVERE) ? "ERROR" : level.getName();
            line.append(TIME.format(record.getInstant().atZone(ZoneId.systemDefault())))
                    .append(" " + name + " " + record.getLoggerName() + ": ")
                    .append(formatMessage(record))
                    .append('\n');
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(line, true));
            }
            return line.toString();
        }
    }

    /// Sends everything that is logged in this process to the file.
    static void install(Path file) {
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
