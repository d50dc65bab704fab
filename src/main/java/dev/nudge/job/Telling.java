package dev.nudge.job;

/// The part of a job's end that is reported to the agent.
public enum Telling {
    /// Its exit and a part of its output, see [ExcerptChoice].
    INJECT,
    /// Its exit, and how to read its output.
    NOTIFY,
    /// Nothing.
    SILENT,
    /// Like [#INJECT], but nothing if it ended with exit code 0.
    ON_FAILURE;

    /// Returns the word for JSON and arguments: `inject`, `notify`, `silent`, `on_failure`.
    public String word() {
        return Words.of(this);
    }

    /// Returns the choice of this name.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException with the choices, if there is none
    public static Telling named(String argument, String word) {
        return Words.named(Telling.class, argument, word);
    }

    /// Returns whether the agent is to be notified of such an end.
    boolean isFor(ExitStatus status) {
        return switch (this) {
            case INJECT, NOTIFY -> true;
            case SILENT -> false;
            case ON_FAILURE -> !status.isSuccess();
        };
    }
}
