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
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Shows the logs of jobs: a single one unchanged, several one after another, each line prefixed
/// with the number of its job.
public final class SeveralLogs {
    private final Invocation call;
    private final List<FoundJob> jobs;
    private final LogSelection wanted;

    public SeveralLogs(Invocation call, List<FoundJob> jobs, LogSelection wanted) {
        this.call = call;
        this.jobs = jobs;
        this.wanted = wanted;
    }

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
        PieceOutput out = new PieceOutput(call.caller());
        FollowProgress progress = new FollowProgress(out);
        List<Callable<Void>> rest = new ArrayList<>();
        for (LogView view : views(progress, out)) {
            rest.add(view.begin(progress, call));
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

    private List<LogView> views(FollowProgress progress, OutputStream out) throws IOException {
        Map<Long, FollowPlace> before = FollowProgress.parse(call.caller().resumed());
        List<LogView> views = new ArrayList<>();
        for (FoundJob job : jobs) {
            FollowPlace from = before.get(job.number());
            if (from != null && from.isEnd()) {
                progress.begin(job.number(), from);
                continue;
            }
            LogView view = view(job, Optional.ofNullable(from), out);
            views.add(view);
            progress.begin(job.number(), view.start());
        }
        return views;
    }

    private LogView view(FoundJob job, Optional<FollowPlace> from, OutputStream out)
            throws IOException {
        boolean isAlone = jobs.size() == 1;
        OptionalLong named = isAlone ? OptionalLong.empty() : OptionalLong.of(job.number());
        OutputStream shown = wanted.shownTo(out, named);
        return new LogView(job, wanted, isAlone, from, shown, call.caller());
    }
}
