package dev.nudge.process;

import java.io.IOException;

/// Thrown when another user could be behind a path. The message says which user or why, without a
/// full stop.
public final class UntrustedPathException extends IOException {
    private static final long serialVersionUID = 1L;

    UntrustedPathException(String message) {
        super(message);
    }
}
