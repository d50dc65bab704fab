package dev.nudge.job;

/// The part of a job's end that is reported to the agent.
public enum Telling {
    /// Its exit and a part of its output, see [JobSpec.ExcerptChoice].
    INJECT,
    /// Its exit, and how to read its output.
    NOTIFY,
    SILENT,
    /// Like [#INJECT], but nothing if it ended with exit code 0.
    ON_FAILURE;

    /// Returns whether the agent is to be notified of such an end.
    boolean isFor(ExitStatus status) {
        return switch (this) {
            case INJECT, NOTIFY -> true;
            case SILENT -> false;
            case ON_FAILURE -> !status.isSuccess();
        };
    }
}
