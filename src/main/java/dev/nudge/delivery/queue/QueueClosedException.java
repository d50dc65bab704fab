package dev.nudge.delivery.queue;

import java.io.IOException;

/// The server of an agent cannot be asked, or has not answered: whether it has done what it was
/// asked for is not known.
public final class QueueClosedException extends IOException {
    private static final long serialVersionUID = 1L;

    QueueClosedException(String message) {
        super(message);
    }

    QueueClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
