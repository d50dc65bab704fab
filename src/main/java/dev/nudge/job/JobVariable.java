package dev.nudge.job;

import dev.nudge.text.TextBound;
import java.util.List;
import java.util.regex.Pattern;

/// The environment variables that people and models give to jobs.
public final class JobVariable {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// The beginnings of the variables that nudge itself sets.
    private static final List<String> OWN = List.of("NUDGE_JOB", "NUDGE_ARRAY_TASK");

    private JobVariable() {}

    /// Returns the name unchanged, if a job may have such a variable.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException saying what was given and what was expected
    public static String checked(String argument, String name) {
        if (!NAME.matcher(TextBound.WORD.checked(argument, name)).matches()) {
            throw new IllegalArgumentException(
                    "%s has \"%s\"; expected the name of an environment variable"
                            .formatted(argument, name));
        }
        if (OWN.stream().anyMatch(name::startsWith)) {
            throw new IllegalArgumentException(
                    "%s sets %s, which belongs to nudge; leave it out".formatted(argument, name));
        }
        return name;
    }
}
