package dev.nudge.engine.slurm;

import dev.nudge.engine.Engine.JobStart;
import dev.nudge.exec.JobHost;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// Writes batch scripts. Each becomes the host of a job; that of an array finds its job by the
/// index that Slurm gives to the task.
final class BatchScript {
    /// What the node says, with the variables of the shell there.
    static final String CANNOT_RUN =
            "node ${SLURMD_NODENAME:-$(uname -n)} ($(uname -m)) cannot run the host of nudge, which was built for %s; give the group nodes of that kind"
                    .formatted(System.getProperty("os.arch"));

    private BatchScript() {}

    /// @param state by the name that the nodes know
    /// @param submission to which the tickets of the starts have been given
    static String of(StateDirectory state, List<JobStart> starts, String submission)
            throws IOException {
        JobDirectory first = starts.getFirst().directory();
        Path ticketFile = QueueStore.assigned(first, submission);
        String ticket = ShellWords.quote(ticketFile.getFileName().toString());
        if (starts.getFirst().job().spec().queueing().task().isEmpty()) {
            return "#!/bin/sh\n" + host(state, Long.toString(first.number()), ticket, starts);
        }
        String jobs = starts.stream().map(BatchScript::choice).collect(Collectors.joining());
        return "#!/bin/sh\ncase $SLURM_ARRAY_TASK_ID in\n%s*) exit 1 ;;\nesac\n%s"
                .formatted(jobs, host(state, "$nudge_job", ticket, starts));
    }

    private static String choice(JobStart start) {
        int index = start.job().spec().queueing().task().map(ArrayTask::index).orElseThrow();
        return "%d) nudge_job=%d ;;\n".formatted(index, start.job().number());
    }

    private static String host(
            StateDirectory state, String job, String ticket, List<JobStart> starts)
            throws IOException {
        boolean isRequeued = SubmitOptions.has(starts.getFirst().choice().options(), "requeue");
        return """
        nudge_dir=%s/%s
        nudge_bell=%s/%s
        nudge_ticket=$nudge_dir/%s
        %s here 2>/dev/null
        case $? in 126 | 127)
            umask 077
            nudge_start=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
            nudge_start=${nudge_start:-$SLURM_JOB_ID}
            [ "${SLURM_RESTART_COUNT:-0}" = 0 ] || nudge_start=$nudge_start.$SLURM_RESTART_COUNT
            mv "$nudge_ticket" "$nudge_dir/claimed-$nudge_start" || exit 1
            printf '{"not_started":"%%s","start":"%%s"}' "%s" "$nudge_start" >"$nudge_dir/exit.json.tmp"
            mv "$nudge_dir/exit.json.tmp" "$nudge_dir/exit.json" && : >>"$nudge_bell"
            exit 1
            ;;
        esac
        exec %s node "$nudge_dir" "$nudge_bell" "$nudge_ticket"%s
        """
                .formatted(
                        ShellWords.quote(state.jobs().toString()),
                        job,
                        ShellWords.quote(state.exits().toString()),
                        job,
                        ticket,
                        program(state),
                        CANNOT_RUN,
                        program(state),
                        isRequeued ? " requeue" : "");
    }

    /// Returns the host of the jobs of a state directory, as a shell takes it.
    static String program(StateDirectory state) throws IOException {
        Path link = JobHost.link(state.root());
        return ShellWords.quote(link.resolveSibling(link.toRealPath().getFileName()).toString());
    }
}
