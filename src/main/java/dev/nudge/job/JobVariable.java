package dev.nudge.job;

import dev.nudge.text.TextBound;
import java.util.List;

/// The environment variables that people and models give to jobs.
public final class JobVariable {
    /// The beginnings of the variables that nudge itself sets.
    private static final List<String> OWN = List.of("NUDGE_JOB", "NUDGE_ARRAY_TASK");

    private JobVariable() {}

    /// Returns the name unchanged, if a job may have such a variable: anything without `=`, as for
    /// the system, such as `a.b` or a function of bash (`BASH_FUNC_f%%`).
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException saying what was given and what was expected
    public static String checked(String argument, String name) {
        TextBound.WORD.checked(argument, name);
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "%s has \"%s\"; expected the name of an environment variable, which is not empty and has no = in it"
                            .formatted(argument, name));
        }
        if (OWN.stream().anyMatch(name::startsWith)) {
            throw new IllegalArgumentException(
                    "%s sets %s, which belongs to nudge; leave it out".formatted(argument, name));
        }
        return name;
    }
}
