package dev.nudge.jobs;

import dev.nudge.engine.JobStart;
import dev.nudge.engine.JobStart.Surroundings;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.JobInput;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.Inherited;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// The agent to notify of a job's end, and how its command is started.
///
/// @param inherited what the command has from the program that asks for it
/// @param environment gives the whole environment of the job with this directory
/// @param input what the command reads from its standard input
/// @param whenMade told of the job before its command is started
public record StartOptions(
        Optional<NudgeTarget> target,
        Inherited inherited,
        Function<JobDirectory, Map<String, String>> environment,
        JobInput input,
        Consumer<JobEntry> whenMade) {
    /// Returns the start of a job that does not wait. Bytes that it is to read are written to its
    /// directory.
    JobStart atOnce(Job job, JobDirectory directory, JobStore store) throws IOException {
        Optional<Path> source = source(directory, store);
        return JobStart.atOnce(
                job, directory, new Surroundings(inherited, environment.apply(directory), source));
    }

    private Optional<Path> source(JobDirectory directory, JobStore store) throws IOException {
        return switch (input) {
            case JobInput.None _ -> Optional.empty();
            case JobInput.PipeOf(long pid) -> Optional.of(Path.of("/proc/" + pid + "/fd/0"));
            case JobInput.Held(byte[] bytes) -> {
                store.writeInput(directory, bytes);
                yield Optional.of(directory.input());
            }
        };
    }

    /// Returns the same for a task of an array.
    ///
    /// @param index the one that its command sees
    StartOptions forTask(int index) {
        return new StartOptions(
                target,
                inherited,
                job -> JobEnvironment.ofTask(environment.apply(job), Optional.of(index)),
                input,
                whenMade);
    }
}
