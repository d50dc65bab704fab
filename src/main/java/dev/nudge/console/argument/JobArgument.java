package dev.nudge.console.argument;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.job.JobSelector;

/// The one job that a command acts on.
public final class JobArgument {
    private static final String HELP = "The job: its number, @last, or its label (then the newest)";

    private JobArgument() {}

    /// Returns the argument of a command that needs it.
    ///
    /// @param values what the completion offers
    public static Option<JobSelector> needed(String values) {
        return of(values, Form.ARGUMENT).help(HELP + ".");
    }

    /// Returns the argument of a command that otherwise means the job that was started last.
    ///
    /// @param values what the completion offers
    public static Option<JobSelector> orLast(String values) {
        return of(values, Form.OPTIONAL).help(HELP + "; default @last.");
    }

    private static Option<JobSelector> of(String values, Form form) {
        return Option.of("job", Type.JOB.offering(values), form);
    }
}
