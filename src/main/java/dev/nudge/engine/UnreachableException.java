package dev.nudge.engine;

import java.io.IOException;

/// A cluster cannot be reached at present. Says nothing about any job: what was asked for may have
/// been done all the same.
public class UnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    /// @param message what was tried and what was said, in one line
    public UnreachableException(String message) {
        super(message);
    }
}
