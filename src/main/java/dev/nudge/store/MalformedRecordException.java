package dev.nudge.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Thrown when a record can be read, but is empty or damaged: reading it again will not help.
public final class MalformedRecordException extends IOException {
    private static final long serialVersionUID = 1;

    MalformedRecordException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
