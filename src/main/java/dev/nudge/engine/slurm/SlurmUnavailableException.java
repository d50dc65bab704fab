package dev.nudge.engine.slurm;

import dev.nudge.engine.UnreachableException;

/// Slurm cannot be asked at present: it is not there, its controller does not answer, or not in
/// time. Says nothing about any job: an order may have been carried out all the same.
public final class SlurmUnavailableException extends UnreachableException {
    private static final long serialVersionUID = 1L;

    /// @param message what was tried and what was said, in one line
    public SlurmUnavailableException(String message) {
        super(message);
    }
}
