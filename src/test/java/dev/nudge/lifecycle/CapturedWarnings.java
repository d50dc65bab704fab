package dev.nudge.lifecycle;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Keeps the warnings of the package, and off the console, until it is closed.
public final class CapturedWarnings extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.nudge.lifecycle");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private final Optional<Error> failure;

    public CapturedWarnings() {
        this(Optional.empty());
    }

    /// @param failure what happens instead, whenever something is logged
    CapturedWarnings(Error failure) {
        this(Optional.of(failure));
    }

    private CapturedWarnings(Optional<Error> failure) {
        this.failure = failure;
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    /// Returns each warning with what was thrown: `The kill hook … failed; going on: <message>`.
    public List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord event) {
        failure.ifPresent(error -> {
            throw error;
        });
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
