package dev.nudge.job;

/// Selects the part of a long output that is reported.
public enum ExcerptChoice {
    /// Its beginning.
    START,
    /// Its end.
    END,
    /// The end if the command failed, else the beginning.
    AUTO;

    /// Returns the word for JSON, arguments and the setting: `start`, `end`, `auto`.
    public String word() {
        return Words.of(this);
    }

    /// Returns the choice of this name.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException with the choices, if there is none
    public static ExcerptChoice named(String argument, String word) {
        return Words.find(ExcerptChoice.class, word)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s is \"%s\"; expected one of %s"
                                        .formatted(argument, word, words())));
    }

    private static String words() {
        return String.join(", ", Words.all(ExcerptChoice.class));
    }

    /// Returns whether the end of the output, and not the beginning, is reported for a command that
    /// ended this way.
    public boolean isEnd(ExitStatus status) {
        return switch (this) {
            case START -> false;
            case END -> true;
            case AUTO -> !status.isSuccess();
        };
    }
}
