package dev.nudge.lifecycle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;

/// Keeps the warnings of the package, and off the console, until it is closed.
final class CapturedWarnings implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.nudge.lifecycle");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    CapturedWarnings() {
        logger.setFilter(event -> {
            messages.add(event.getMessage() + ": " + event.getThrown().getMessage());
            return false;
        });
    }

    /// Returns each with what was thrown: `The exit listener … failed; going on: <message>`.
    List<String> messages() {
        return messages;
    }

    @Override
    public void close() {
        logger.setFilter(null);
    }
}
