package dev.nudge.store;

import java.io.IOException;

/// A record that is there and could be read, but is not one: reading it again will not help.
public final class MalformedRecordException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
