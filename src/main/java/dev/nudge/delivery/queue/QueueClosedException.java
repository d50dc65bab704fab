package dev.nudge.delivery.queue;

import java.io.IOException;

/// Thrown when the server of an agent cannot be reached or has not answered: it may or may not have
/// done what it was asked for.
public final class QueueClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    QueueClosedException(String message) {
        super(message);
    }

    QueueClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
