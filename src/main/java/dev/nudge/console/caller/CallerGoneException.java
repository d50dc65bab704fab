package dev.nudge.console.caller;

import java.io.IOException;

/// Thrown when the program that carries a command has left.
public final class CallerGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    public CallerGoneException() {
        super("the caller has left");
    }
}
