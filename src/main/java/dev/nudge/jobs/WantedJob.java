package dev.nudge.jobs;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.engine.EngineChoice;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.JobInput;
import dev.nudge.job.ArrayIndices;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.Inherited;
import dev.nudge.store.AtomicFile;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.LaunchOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A job to be made, or an array of jobs that differ only in their index, and what a start needs.
///
/// @param target the agent to notify of its end
/// @param variables the environment of the job, before [JobEnvironment#marked]
record WantedJob(
        JobSpec spec,
        Optional<ArrayIndices> indices,
        Optional<NudgeTarget> target,
        Inherited inherited,
        Map<String, String> variables,
        JobInput input) {
    int count() {
        return indices.map(array -> array.all().size()).orElse(1);
    }

    /// Returns one for each job, numbered from `first`. The tasks of an array know their numbers.
    static List<WantedJob> numbered(List<WantedJob> wanted, long first) {
        List<WantedJob> all = new ArrayList<>();
        for (WantedJob one : wanted) {
            all.addAll(
                    one.indices()
                            .map(array -> one.tasks(array, first + all.size()))
                            .orElse(List.of(one)));
        }
        return all;
    }

    private List<WantedJob> tasks(ArrayIndices array, long first) {
        long last = first + array.all().size() - 1;
        return array.all().stream()
                .map(index -> task(new ArrayTask(index, first, last, array.parallel())))
                .toList();
    }

    private WantedJob task(ArrayTask task) {
        JobSpec its = spec.with(spec.queueing().with(Optional.of(task)));
        return new WantedJob(its, Optional.empty(), target, inherited, variables, input);
    }

    /// Returns the start of a job that does not wait. Writes its input, if held, to its directory.
    JobStart atOnce(Job job, JobDirectory directory) throws IOException {
        Optional<Path> source =
                switch (input) {
                    case JobInput.None _ -> Optional.empty();
                    case JobInput.PipeOf(long pid) ->
                            Optional.of(Path.of("/proc/" + pid + "/fd/0"));
                    case JobInput.Held(byte[] bytes) -> {
                        AtomicFile.replaceUnsynced(directory.input(), bytes);
                        yield Optional.of(directory.input());
                    }
                };
        LaunchOrder order = new LaunchOrder(inherited, environment(directory), source.isPresent());
        return new JobStart(job, directory, order, source, false, EngineChoice.LOCAL, List.of());
    }

    /// Returns what is kept of a job until its start. Writes its input, if held, to its directory.
    /// The input cannot be a pipe (IOException).
    LaunchOrder kept(JobDirectory directory) throws IOException {
        if (input instanceof JobInput.PipeOf) {
            throw new IOException(
                    "a job that waits in the queue, or may be started again (--retry), cannot read from a pipe; leave --wait out, or put the input into a file");
        }
        if (input instanceof JobInput.Held(byte[] bytes)) {
            AtomicFile.replaceEventually(directory.input(), bytes);
        }
        boolean hasInput = input instanceof JobInput.Held;
        return new LaunchOrder(inherited, environment(directory), hasInput);
    }

    private Map<String, String> environment(JobDirectory directory) {
        return JobEnvironment.marked(
                variables,
                directory.number(),
                directory.path(),
                spec.queueing().task().map(ArrayTask::index));
    }
}
