package dev.nudge.engine.slurm;

import dev.nudge.engine.JobStart;
import dev.nudge.exec.CommandFile;
import dev.nudge.job.queue.ArrayTask;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import java.util.List;
import java.util.stream.Collectors;

/// Writes batch scripts: each becomes the host of a job. That of an array finds its job by the
/// index that Slurm gives to the task.
final class BatchScript {
    private final StateDirectory state;

    /// @param state by the name that the nodes know
    BatchScript(StateDirectory state) {
        this.state = state;
    }

    /// @param starts a job, or tasks of an array
    /// @param submission to which their tickets have been given
    String of(List<JobStart> starts, String submission) {
        JobDirectory first = starts.getFirst().directory();
        String ticket = quoted(QueueStore.assigned(first, submission).getFileName().toString());
        if (starts.getFirst().job().spec().queueing().task().isEmpty()) {
            return "#!/bin/sh\n" + host(Long.toString(first.number()), ticket, starts);
        }
        String jobs = starts.stream().map(BatchScript::choice).collect(Collectors.joining());
        return "#!/bin/sh\ncase $SLURM_ARRAY_TASK_ID in\n%s*) exit 1 ;;\nesac\n%s"
                .formatted(jobs, host("$nudge_job", ticket, starts));
    }

    private static String choice(JobStart start) {
        int index = start.job().spec().queueing().task().map(ArrayTask::index).orElseThrow();
        return "%d) nudge_job=%d ;;\n".formatted(index, start.job().number());
    }

    /// @param job its number, for the shell
    private String host(String job, String ticket, List<JobStart> starts) {
        boolean isRequeued = SubmitOptions.has(starts.getFirst().choice().options(), "requeue");
        String directory = quoted(state.jobs().toString()) + "/" + job;
        return "exec /bin/sh %s node %s %s %s%s\n"
                .formatted(
                        quoted(state.root().resolve("host.sh").toString()),
                        directory,
                        quoted(state.exits().toString()) + "/" + job,
                        directory + "/" + ticket,
                        isRequeued ? " requeue" : "");
    }

    private static String quoted(String word) {
        return CommandFile.quoted(word);
    }
}
