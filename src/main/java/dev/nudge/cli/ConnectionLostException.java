package dev.nudge.cli;

import java.io.IOException;

/// The daemon has gone before it answered. What it did of the request is not known.
final class ConnectionLostException extends IOException {
    private static final long serialVersionUID = 1L;

    ConnectionLostException(Throwable cause) {
        super("The daemon ended before it answered.", cause);
    }

    /// A daemon that has died before it took connections.
    ConnectionLostException(String message) {
        super(message);
    }

    ConnectionLostException() {
        super("The daemon ended before it answered.");
    }
}
