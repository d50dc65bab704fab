package dev.nudge.cli.connection;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;

/// Thrown when there is a daemon, but it does not answer.
public final class SilentDaemonException extends IOException {
    @Serial private static final long serialVersionUID = 1;

    SilentDaemonException(Duration limit) {
        super(
                "The nudge daemon takes connections but has not answered for %d s. It may be stopped (SIGSTOP) or the machine overloaded. Its jobs continue. To start another, end its process: %s names it."
                        .formatted(limit.toSeconds(), Installation.endpoint().info()));
    }
}
