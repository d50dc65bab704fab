package dev.nudge.console.argument;

import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.job.JobSelector;
import picocli.CommandLine.Parameters;

/// The job that a command acts on: its first word.
@SuppressWarnings("NullAway.Init") // picocli injects the field
public final class OneJob {
    @Parameters(
            index = "0",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The job: its number, @last, or its label (then the newest).")
    private JobSelector word;

    /// Returns its number. A number is returned unchanged, whether there is such a job or not.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public long number(Invocation invocation) {
        return invocation.services().jobs().reports().number(word);
    }

    /// Returns the job, and where its output and its terminal are.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public FoundJob found(Invocation invocation) {
        return invocation.services().jobs().reports().find(number(invocation));
    }
}
