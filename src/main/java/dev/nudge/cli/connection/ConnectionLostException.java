package dev.nudge.cli.connection;

import java.io.IOException;

/// Thrown when the daemon ended before it answered. How much of the request it did is not known.
public final class ConnectionLostException extends IOException {
    private static final long serialVersionUID = 1L;

    public ConnectionLostException(Throwable cause) {
        super("The daemon ended before it answered.", cause);
    }

    /// Makes one for a daemon that died before it took connections.
    ConnectionLostException(String message) {
        super(message);
    }

    ConnectionLostException() {
        super("The daemon ended before it answered.");
    }
}
