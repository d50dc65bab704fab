package dev.nudge.cli;

import com.google.re2j.Pattern;
import dev.nudge.job.JobRecord;
import dev.nudge.protocol.Response;
import dev.nudge.store.LogTimes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Shows the log of one job.
final class LogView implements AutoCloseable {
    private final JobRecord job;
    private final OutputLog log;
    private final Path file;
    private final LogSelection wanted;
    private final long start;
    private final long end;
    private final OutputStream out;

    /// @param out where it is shown
    LogView(Response.JobFound found, LogSelection wanted, OutputStream out) throws IOException {
        this.job = found.job();
        this.file = Path.of(found.output());
        this.log = new OutputLog(file, found.holeFrom(), found.holeTo());
        this.wanted = wanted;
        this.end = log.size();
        this.start = start();
        this.out = filtered(wanted.shownTo(out));
    }

    private long start() throws IOException {
        long earliest = wanted.since() == null ? 0 : after(wanted.since());
        return wanted.lines() == null || wanted.pattern() != null
                ? earliest
                : Math.max(earliest, log.startOfLastLines(wanted.lines(), end));
    }

    /// A line that was begun before the time and ended after it counts.
    private long after(Instant time) throws IOException {
        Instant over = job.endedAt();
        if (over != null && over.isBefore(time)) {
            return end;
        }
        long offset = Math.min(end, LogTimes.of(file).offsetAfter(time));
        return log.startOfLine(offset);
    }

    private OutputStream filtered(OutputStream all) throws IOException {
        Pattern pattern = wanted.pattern();
        if (pattern == null) {
            return all;
        }
        return wanted.filtered(pattern, wanted.lines() == null ? 0 : matches(pattern), all);
    }

    private long matches(Pattern pattern) throws IOException {
        Grep counter = new Grep(pattern, 0, Long.MAX_VALUE, "", OutputStream.nullOutputStream());
        long _ = log.copy(start, end, counter);
        counter.close();
        return counter.matches();
    }

    /// Shows what there is.
    ///
    /// @return how many bytes were left out, since the log was over its bound
    long print() throws IOException {
        long missing = log.copy(start, end, out);
        out.flush();
        return missing;
    }

    /// Shows what is written from then on, until the job has ended.
    ///
    /// @param err for what is to be said of bytes that were left out
    void follow(PrintWriter err) throws IOException, InterruptedException {
        try (JobWait wait =
                new JobWait(List.of(job.job()), text -> err.println("nudge: " + text))) {
            LogFollow follow = new LogFollow(log, end, out);
            JobRecord _ = follow.untilEnd(wait);
            follow.complain(err);
        }
    }

    /// Returns what to say of bytes that were left out.
    String complaint(long missing) {
        return OutputLog.complaint(missing, log.hole().from());
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
