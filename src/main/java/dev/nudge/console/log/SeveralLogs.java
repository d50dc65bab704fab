package dev.nudge.console.log;

import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.log.FollowProgress.FollowPlace;
import dev.nudge.console.log.LogFollow.PieceOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Shows the logs of jobs: a single one unchanged, several one after another, each line prefixed
/// with the number of its job.
public record SeveralLogs(Invocation call, List<FoundJob> jobs, LogSelection wanted) {
    /// Returns the jobs that an earlier daemon followed for this caller; empty if there was none.
    public static List<Long> followed(Invocation call) {
        return FollowProgress.parse(call.caller().resumed()).keySet().stream().sorted().toList();
    }

    public void print() throws IOException {
        OutputStream out = call.caller().out();
        for (FoundJob job : jobs) {
            try (LogView view = view(job, Optional.empty(), out)) {
                view.print(call.err());
            }
        }
    }

    /// Prints what there is, and what is written until all of them have ended. If this daemon dies,
    /// the next one continues where it was.
    public void follow() throws IOException, InterruptedException {
        FollowProgress progress = new FollowProgress();
        List<Callable<Void>> rest = new ArrayList<>();
        for (Followed log : logs(progress)) {
            rest.add(log.view().begin(progress, log.out(), call));
        }
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> end : each.invokeAll(rest)) {
                end.get();
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(cause.getMessage()), e);
        }
    }

    private record Followed(LogView view, PieceOutput out) {}

    private List<Followed> logs(FollowProgress progress) throws IOException {
        Map<Long, FollowPlace> before = FollowProgress.parse(call.caller().resumed());
        List<Followed> logs = new ArrayList<>();
        for (FoundJob job : jobs) {
            FollowPlace from = before.get(job.number());
            if (from != null && from.isEnd()) {
                progress.begin(job.number(), from);
                continue;
            }
            PieceOutput out = new PieceOutput(call.caller());
            LogView view = view(job, Optional.ofNullable(from), out);
            logs.add(new Followed(view, out));
            progress.begin(job.number(), view.start());
        }
        return logs;
    }

    private LogView view(FoundJob job, Optional<FollowPlace> from, OutputStream out)
            throws IOException {
        return new LogView(job, wanted, jobs.size() == 1, from, out, call.caller());
    }
}
