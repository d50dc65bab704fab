package dev.nudge.jobs;

import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.JobInput;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.store.JobDirectory;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// The agent to notify of a job's end, and how its command is started.
///
/// @param environment gives the whole environment of the job with this directory
/// @param input what the command reads from its standard input
/// @param whenMade told of the job before its command is started
public record StartOptions(
        Optional<NudgeTarget> target,
        String umask,
        Function<JobDirectory, Map<String, String>> environment,
        JobInput input,
        Consumer<JobEntry> whenMade) {
    /// Returns the same for a task of an array.
    ///
    /// @param index the one that its command sees
    StartOptions forTask(int index) {
        return new StartOptions(
                target,
                umask,
                job -> JobEnvironment.ofTask(environment.apply(job), Optional.of(index)),
                input,
                whenMade);
    }
}
