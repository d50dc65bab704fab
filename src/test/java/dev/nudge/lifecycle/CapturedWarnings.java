package dev.nudge.lifecycle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Keeps the warnings of the package, and off the console, until it is closed.
final class CapturedWarnings extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.nudge.lifecycle");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    CapturedWarnings() {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    /// Returns each warning with what was thrown: `The exit listener … failed; going on:
    /// <message>`.
    List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord event) {
        if (event.getLevel().equals(Level.WARNING)) {
            messages.add(event.getMessage() + ": " + event.getThrown().getMessage());
        }
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
