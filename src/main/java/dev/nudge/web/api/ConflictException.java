package dev.nudge.web.api;

/// What is asked for is not possible in the job's present state.
final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConflictException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }
}
