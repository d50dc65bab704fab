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

/// The agent to notify of a job's end, and how its command is started.
///
/// @param inherited what the command has from the program that asks for it
/// @param variables the environment of the job, without the marks of this one
/// @param task the index of a task of an array; empty for any other job
/// @param input what the command reads from its standard input
/// @param whenMade told of the job before its command is started
public record StartOptions(
        Optional<NudgeTarget> target,
        Inherited inherited,
        Map<String, String> variables,
        Optional<Integer> task,
        JobInput input,
        Consumer<JobEntry> whenMade) {
    /// Returns the start of a job that does not wait. Bytes that it is to read are written to its
    /// directory.
    JobStart atOnce(Job job, JobDirectory directory, JobStore store) throws IOException {
        Optional<Path> source = source(directory, store);
        return JobStart.atOnce(
                job, directory, new Surroundings(inherited, environment(directory), source));
    }

    /// Returns the whole environment of the job with this directory.
    Map<String, String> environment(JobDirectory directory) {
        return JobEnvironment.marked(variables, directory.number(), directory.path(), task);
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
        return new StartOptions(target, inherited, variables, Optional.of(index), input, whenMade);
    }
}
