package dev.nudge.engine.slurm;

import java.io.IOException;

/// Slurm cannot be asked now. What was asked for may have been done nevertheless.
final class SlurmUnavailableException extends IOException {
    private static final long serialVersionUID = 1;

    /// @param message one line for a person
    SlurmUnavailableException(String message) {
        super(message);
    }
}
