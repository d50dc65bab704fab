package dev.nudge.cli;

import dev.nudge.job.JobRecord;
import dev.nudge.output.SearchPattern;
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
    private final boolean isGrowing;
    private long skipped;

    /// @param shown takes the lines that are shown; closed with this
    LogView(Response.JobFound found, LogSelection wanted, OutputStream shown) throws IOException {
        this.job = found.job();
        this.file = Path.of(found.output());
        this.isGrowing = job.endedAt() == null;
        this.log = new OutputLog(file, found.holeFrom(), found.holeTo());
        this.wanted = wanted;
        this.end = wanted.isText() && isGrowing ? log.wholeEnd() : log.size();
        this.start = start();
        this.out = filtered(shown);
    }

    private long start() throws IOException {
        long earliest = wanted.since() == null ? 0 : after(wanted.since());
        Integer lines = wanted.lines();
        SearchPattern pattern = wanted.pattern();
        if (lines == null) {
            return earliest;
        }
        if (pattern == null) {
            return Math.max(earliest, log.startOfLastLines(lines, end));
        }
        long match = lastMatches(pattern).start(lines, earliest, end);
        return match == end ? end : startBefore(match, earliest, pattern);
    }

    /// Returns the start of the lines around a match, and notes how many of those match.
    private long startBefore(long match, long earliest, SearchPattern pattern) throws IOException {
        long start = Math.max(earliest, log.startOfLastLines(wanted.context(), match));
        skipped = lastMatches(pattern).count(start, match);
        return start;
    }

    /// Returns the offset for a time. A line begun before it and ended after it counts.
    private long after(Instant time) throws IOException {
        Instant over = job.endedAt();
        if (over != null && over.isBefore(time)) {
            return end;
        }
        long offset = Math.min(end, LogTimes.of(file).offsetAfter(time));
        return log.startOfLine(offset);
    }

    private LastMatches lastMatches(SearchPattern pattern) {
        return new LastMatches(log, found -> wanted.search(pattern, found));
    }

    private OutputStream filtered(OutputStream all) {
        SearchPattern pattern = wanted.pattern();
        return pattern == null ? all : wanted.filtered(pattern, skipped, all);
    }

    /// Shows the log as it is now.
    ///
    /// @return how many bytes were left out because the log exceeded its limit
    long print() throws IOException {
        long missing = log.copy(start, end, out);
        out.flush();
        return missing;
    }

    /// Shows what is written from then on, until the job has ended.
    ///
    /// @param err for messages about bytes that were left out
    void follow(PrintWriter err) throws IOException, InterruptedException {
        try (JobWait wait =
                new JobWait(List.of(job.job()), text -> err.println("nudge: " + text))) {
            LogFollow follow = new LogFollow(log, end, out);
            JobRecord _ = follow.untilEnd(wait);
            follow.complain(err);
        }
    }

    /// Returns the message about bytes that were left out.
    String complaint(long missing) {
        return OutputLog.complaint(missing, log.hole().from());
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
