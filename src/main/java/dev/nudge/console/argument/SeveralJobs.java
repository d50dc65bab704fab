package dev.nudge.console.argument;

import dev.nudge.job.JobSelector;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The jobs that a command looks at: its words; without any, the job that was started last. Words
/// that may be left out are read here: the library would call one that it cannot read unexpected.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class SeveralJobs {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "JOB",
            description = "The jobs: numbers (17), ranges (3-7), @last, labels; default @last.")
    private List<String> words = List.of();

    /// Returns what the words mean, at least one.
    public List<JobSelector> words() {
        return words.isEmpty()
                ? List.of(new JobSelector.Last())
                : words.stream()
                        .map(word -> Usage.valid(spec, () -> JobSelector.parse(word)))
                        .toList();
    }
}
