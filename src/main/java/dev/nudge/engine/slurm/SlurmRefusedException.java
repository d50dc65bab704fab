package dev.nudge.engine.slurm;

import java.io.IOException;

/// Slurm has answered, and does not do what was asked, such as for a partition that does not exist.
public final class SlurmRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    /// @param message Slurm's own words, in one line
    public SlurmRefusedException(String message) {
        super(message);
    }
}
