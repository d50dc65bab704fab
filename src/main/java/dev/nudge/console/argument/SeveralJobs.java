package dev.nudge.console.argument;

import dev.nudge.job.JobSelector;
import java.util.List;
import picocli.CommandLine.Parameters;

/// The jobs that a command acts on: its words.
@SuppressWarnings("NullAway.Init") // picocli injects the field
public final class SeveralJobs {
    @Parameters(
            arity = "1..*",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The jobs: numbers (17), ranges (3-7), @last, labels.")
    private List<JobSelector> words;

    public List<JobSelector> words() {
        return words;
    }
}
