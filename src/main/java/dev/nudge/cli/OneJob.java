package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Response;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/// The job that a command acts on: its first word.
@SuppressWarnings("NullAway.Init") // picocli injects the field
final class OneJob {
    @Parameters(
            index = "0",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The job: its number, @last, or its label (then the newest).")
    private JobSelector word;

    /// Returns its number. A number is returned unchanged, whether there is such a job or not.
    ///
    /// @throws IOException if the word selects several jobs, or none
    long number() throws IOException {
        return SelectedJobs.one(word);
    }

    /// Returns everything known about it.
    ///
    /// @throws IOException if the word selects several jobs, or none
    Response.JobFound found() throws IOException {
        return SelectedJobs.found(word);
    }
}
