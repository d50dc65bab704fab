package dev.nudge.console;

import java.io.IOException;

/// Thrown when a job has ended, so that its terminal no longer exists.
public final class JobEndedException extends IOException {
    private static final long serialVersionUID = 1L;

    public JobEndedException(long job) {
        super("Job %d has ended. Its output: nudge logs %1$d".formatted(job));
    }
}
