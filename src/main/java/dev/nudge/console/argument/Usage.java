package dev.nudge.console.argument;

import java.util.function.Supplier;

/// Refuses what a command cannot be called with. That is wrong usage, not a failure.
public final class Usage {
    private Usage() {}

    /// Thrown by a command that was called wrongly.
    public static final class WrongCall extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private WrongCall(String message) {
            super(message);
        }
    }

    /// Returns the exception to throw.
    ///
    /// @param message a sentence that says what is wrong
    public static WrongCall wrong(String message) {
        return new WrongCall(message);
    }

    /// Returns a value; an [IllegalArgumentException] from its supplier says what is wrong with it.
    public static <T> T valid(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage() + ".");
        }
    }
}
