package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Response;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/// The one job that a command is about: its first word.
@SuppressWarnings("NullAway.Init") // picocli injects the field
final class OneJob {
    @Parameters(
            index = "0",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The job: its number, @last, or its label (then the newest).")
    private JobSelector word;

    /// Returns its number. A number is taken as it is, whether there is such a job or not.
    ///
    /// @throws IOException if several are meant, or none
    long number() throws IOException {
        return SelectedJobs.one(word);
    }

    /// Returns all that is known of it.
    ///
    /// @throws IOException if several are meant, or none
    Response.JobFound found() throws IOException {
        return SelectedJobs.found(word);
    }
}
