package dev.nudge.cli;

import dev.nudge.job.record.JobRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Shows a log while it grows. Everything written before the job's end is shown, to the last byte.
final class LogFollow {
    private static final long SHORTEST_PAUSE_MS = 10;
    private static final long LONGEST_PAUSE_MS = 200;

    private final OutputLog log;
    private final OutputStream out;
    private long position;
    private long missing;

    /// @param from the offset of the first byte to show
    /// @param out where to show it
    LogFollow(OutputLog log, long from, OutputStream out) {
        this.log = log;
        this.position = from;
        this.out = out;
    }

    /// Follows until the job has ended, or nobody reads standard output any more.
    ///
    /// @param wait for that job alone
    /// @return the job
    JobRecord untilEnd(JobWait wait) throws IOException, InterruptedException {
        CompletableFuture<JobRecord> end = new CompletableFuture<>();
        Thread.ofVirtual().name("end").start(() -> await(wait, end));
        long pause = SHORTEST_PAUSE_MS;
        while (!end.isDone()) {
            pause = hasGrown() ? SHORTEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pause * 2);
            pause(end, pause);
        }
        var _ = hasGrown();
        return ended(end);
    }

    /// Reports what could not be shown: the reader of the output was slower than the job, so it was
    /// given back to the file system first.
    void complain(PrintWriter err) {
        if (missing > 0) {
            err.println(OutputLog.complaint(missing, log.hole().from()));
            err.flush();
        }
    }

    private static void await(JobWait wait, CompletableFuture<JobRecord> end) {
        try {
            end.complete(wait.next());
        } catch (IOException | InterruptedException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private static void pause(CompletableFuture<JobRecord> end, long pause)
            throws InterruptedException {
        try {
            var _ = end.get(pause, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return;
        } catch (ExecutionException e) {
            return;
        }
    }

    private boolean hasGrown() throws IOException {
        long size = log.size();
        if (size <= position) {
            return false;
        }
        missing += log.copy(position, size, out);
        out.flush();
        position = size;
        return true;
    }

    private static JobRecord ended(CompletableFuture<JobRecord> end)
            throws IOException, InterruptedException {
        try {
            return end.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(String.valueOf(cause.getMessage()), e);
        }
    }
}
