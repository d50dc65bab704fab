package dev.nudge.engine.slurm;

import java.io.IOException;

/// Slurm takes no more jobs of this user until some of them have ended.
public final class SlurmFullException extends IOException {
    private static final long serialVersionUID = 1L;

    /// @param message Slurm's own words, in one line
    public SlurmFullException(String message) {
        super(message);
    }
}
