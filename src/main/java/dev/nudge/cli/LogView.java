package dev.nudge.cli;

import dev.nudge.job.record.JobRecord;
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
    private final long end;
    private final LastMatches.Lines shown;
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
        this.shown = shown();
        this.out = filtered(shown);
    }

    /// Returns the part that holds what is wanted of the log as it is now.
    private LastMatches.Lines shown() throws IOException {
        long earliest = wanted.since() == null ? 0 : after(wanted.since());
        Integer lines = wanted.lines();
        SearchPattern pattern = wanted.pattern();
        if (lines == null) {
            return new LastMatches.Lines(earliest, end);
        }
        if (pattern == null) {
            long start = Math.max(earliest, log.startOfLastLines(lines, end));
            return new LastMatches.Lines(start, end);
        }
        LastMatches.Lines matches = lastMatches(pattern).find(lines, earliest, end);
        return matches.from() == end ? matches : around(matches, earliest, pattern);
    }

    /// Adds the lines around the matches, and notes how many of those before them match.
    private LastMatches.Lines around(
            LastMatches.Lines matches, long earliest, SearchPattern pattern) throws IOException {
        long start = Math.max(earliest, log.startOfLastLines(wanted.context(), matches.from()));
        skipped = lastMatches(pattern).count(start, matches.from());
        return new LastMatches.Lines(start, log.endOfLines(wanted.context(), matches.to(), end));
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
    /// @param isFollowed whether what is written from then on is shown after it
    /// @return how many bytes were left out because the log exceeded its limit
    long print(boolean isFollowed) throws IOException {
        long to = isFollowed ? end : shown.to();
        long missing = log.copy(shown.from(), to, out) + log.missing(to, end);
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
