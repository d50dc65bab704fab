package dev.nudge.protocol;

import java.io.IOException;

/// Thrown when another user listens at a socket, or could. The message says which user, and what to
/// do.
public final class UntrustedServerException extends IOException {
    private static final long serialVersionUID = 1L;

    UntrustedServerException(String message) {
        super(message);
    }
}
