package dev.nudge.tmux;

/// Thrown when tmux could not be run, did not answer in time, or refused a command that it should
/// know. The message names the command and what tmux said. After a time-out, the command may or may
/// not have had an effect.
public final class TmuxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TmuxException(String message) {
        super(message);
    }

    TmuxException(String message, Throwable cause) {
        super(message, cause);
    }
}
