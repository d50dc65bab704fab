package dev.nudge.console.log;

import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Shows the logs of jobs: a single one unchanged, several one after another, each line prefixed
/// with the number of its job.
public final class SeveralLogs {
    private final Invocation invocation;
    private final List<FoundJob> jobs;
    private final LogSelection wanted;

    public SeveralLogs(Invocation invocation, List<FoundJob> jobs, LogSelection wanted) {
        this.invocation = invocation;
        this.jobs = jobs;
        this.wanted = wanted;
    }

    /// Returns the jobs that an earlier daemon followed for this caller; empty if there was none.
    public static List<Long> followed(Invocation invocation) {
        return List.copyOf(FollowProgress.parse(invocation.caller().resumed()).keySet());
    }

    /// Prints what there is.
    public void print() throws IOException {
        OutputStream out = invocation.caller().out();
        for (FoundJob job : jobs) {
            try (LogView view = view(job, Optional.empty(), out)) {
                long missing = view.print();
                if (missing > 0) {
                    invocation.err().println(view.complaint(missing));
                }
            }
        }
    }

    /// Prints what there is, and what is written until all of them have ended. If this daemon dies,
    /// the next one continues where it was.
    public void follow() throws IOException, InterruptedException {
        PieceOutput out = new PieceOutput(invocation.caller());
        FollowProgress progress = new FollowProgress(out);
        List<Followed> followed = new ArrayList<>();
        for (LogView view : views(progress, out)) {
            followed.add(new Followed(view, view.begin(progress, invocation.err())));
        }
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> ends = new ArrayList<>();
            followed.forEach(one -> ends.add(each.submit(() -> follow(one, progress))));
            for (Future<?> end : ends) {
                await(end);
            }
        }
    }

    /// Returns the logs that no earlier daemon has shown to their end.
    private List<LogView> views(FollowProgress progress, OutputStream out) throws IOException {
        Map<Long, FollowPlace> before = FollowProgress.parse(invocation.caller().resumed());
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

    /// A log that is followed.
    private record Followed(LogView view, LogFollow follow) {}

    private LogView view(FoundJob job, Optional<FollowPlace> from, OutputStream out)
            throws IOException {
        return new LogView(job, wanted, isAlone(), from, shown(job, out), invocation.caller());
    }

    private boolean isAlone() {
        return jobs.size() == 1;
    }

    private OutputStream shown(FoundJob job, OutputStream out) {
        OptionalLong named = isAlone() ? OptionalLong.empty() : OptionalLong.of(job.number());
        return wanted.shownTo(out, named);
    }

    private Void follow(Followed one, FollowProgress progress)
            throws IOException, InterruptedException {
        one.view().follow(one.follow(), progress, invocation);
        return null;
    }

    private static void await(Future<?> end) throws IOException, InterruptedException {
        try {
            end.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(cause.getMessage()), e);
        }
    }
}
