package dev.nudge.job;

import java.util.regex.Pattern;

/// The environment variables that people and models give to jobs.
public final class JobVariable {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// The prefix of the variables that nudge itself sets.
    private static final String OWN = "NUDGE_JOB";

    private JobVariable() {}

    /// Returns the name unchanged, if a job may have such a variable.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException saying what was given and what was expected
    public static String checked(String argument, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "%s has \"%s\"; expected the name of an environment variable"
                            .formatted(argument, name));
        }
        if (name.startsWith(OWN)) {
            throw new IllegalArgumentException(
                    "%s sets %s, which belongs to nudge; leave it out".formatted(argument, name));
        }
        return name;
    }
}
