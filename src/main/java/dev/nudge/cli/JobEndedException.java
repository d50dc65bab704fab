package dev.nudge.cli;

import java.io.IOException;

/// A job has ended, so that its terminal is no more.
final class JobEndedException extends IOException {
    private static final long serialVersionUID = 1L;

    JobEndedException(long job) {
        super("Job %d has ended. Its output: nudge logs %1$d".formatted(job));
    }
}
