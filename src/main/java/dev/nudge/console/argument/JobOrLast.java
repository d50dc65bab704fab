package dev.nudge.console.argument;

import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.job.JobSelector;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The job that a command looks at: its first word; without one, the job that was started last.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class JobOrLast {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "JOB",
            description =
                    "The job: its number, @last, or its label (then the newest); default @last.")
    private String word = "@last";

    /// Returns its number, as [OneJob#number].
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public long number(Invocation invocation) {
        JobSelector job = Usage.valid(spec, () -> JobSelector.parse(word));
        return invocation.services().jobs().reports().number(job);
    }

    /// Returns the job, and where its output and its terminal are.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public FoundJob found(Invocation invocation) {
        long number = number(invocation);
        return invocation.services().jobs().reports().find(number);
    }
}
