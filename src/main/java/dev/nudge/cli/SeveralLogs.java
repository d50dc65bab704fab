package dev.nudge.cli;

import dev.nudge.protocol.Response;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Shows the logs of jobs: a single one unchanged, several one after another, each line prefixed
/// with the number of its job.
final class SeveralLogs {
    private static final int BUFFER = 64 << 10;

    private final List<Response.JobFound> jobs;
    private final LogSelection wanted;
    private final PrintWriter err;
    private final OutputStream out = new BufferedOutputStream(new StandardOutput(), BUFFER);

    SeveralLogs(List<Response.JobFound> jobs, LogSelection wanted, PrintWriter err) {
        this.jobs = jobs;
        this.wanted = wanted;
        this.err = err;
    }

    /// Prints what there is and then, if requested, what is written until all of them have ended.
    void show(boolean isFollowed) throws IOException, InterruptedException {
        List<LogView> views = new ArrayList<>();
        for (Response.JobFound job : jobs) {
            LogView view = new LogView(job, wanted, shown(job));
            views.add(view);
            print(view, isFollowed);
            if (!isFollowed) {
                view.close();
            }
        }
        if (isFollowed) {
            follow(views);
        }
    }

    private OutputStream shown(Response.JobFound found) {
        long job = found.job().job();
        if (jobs.size() == 1) {
            return wanted.shownTo(out, OptionalLong.empty());
        }
        OutputStream lines = new PrefixedLines(wanted.isJson() ? "" : "[%d] ".formatted(job), out);
        return wanted.shownTo(lines, OptionalLong.of(job));
    }

    private void print(LogView view, boolean isFollowed) throws IOException {
        long missing = view.print(isFollowed);
        if (missing > 0) {
            err.println(view.complaint(missing));
        }
    }

    private void follow(List<LogView> views) throws IOException, InterruptedException {
        try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> ends = new ArrayList<>();
            for (LogView view : views) {
                ends.add(each.submit(() -> follow(view)));
            }
            for (Future<?> end : ends) {
                await(end);
            }
        }
    }

    private Void follow(LogView view) throws IOException, InterruptedException {
        try (view) {
            view.follow(err);
        }
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
