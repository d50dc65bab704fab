package dev.nudge.console.argument;

import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.job.JobSelector;
import picocli.CommandLine.Parameters;

/// The job that a command looks at: its first word; without one, the job that was started last.
public final class JobOrLast {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "JOB",
            converter = JobWord.class,
            description =
                    "The job: its number, @last, or its label (then the newest); default @last.")
    private JobSelector word = new JobSelector.Last();

    /// Returns its number, as [OneJob#number].
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public long number(Invocation invocation) {
        return invocation.services().jobs().reports().number(word);
    }

    /// Returns the job, and where its output and its terminal are.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public FoundJob found(Invocation invocation) {
        long number = number(invocation);
        return invocation.services().jobs().reports().find(number);
    }
}
