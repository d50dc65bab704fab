package dev.nudge.cli.connection;

import java.io.IOException;
import java.io.Serial;

/// Thrown when there is no daemon, for a command that does not start one.
public final class NoDaemonException extends IOException {
    @Serial private static final long serialVersionUID = 1;

    public NoDaemonException() {
        super("No daemon is running.");
    }
}
