package dev.nudge.web.live;

import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.log.MatchOffsets;
import dev.nudge.output.LogReader;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.SearchPattern;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Searches the whole log of a job, except for the part that was given back to the file system, and
/// reports what it finds and how far it has come. For one thread.
final class LogSearch {
    private static final int USUAL = 1000;
    private static final int MOST = 100_000;
    private static final int STEP = 1 << 20;
    private static final Duration PACE = Duration.ofMillis(100);

    private final LiveRequest.Search search;
    private final LiveEvent.Sink page;
    private final LogReader log;
    private final int limit;
    private List<LiveEvent.Line> lines = new ArrayList<>();
    private long count;
    private long looked;
    private long size;
    private long sentAt = System.nanoTime();

    LogSearch(LiveRequest.Search search, JobReports reports, LiveEvent.Sink page) {
        FoundJob found = reports.find(search.job());
        this.search = search;
        this.page = page;
        this.log = new LogReader(found.output(), found.hole());
        this.limit = Math.clamp(Objects.requireNonNullElse(search.limit(), USUAL), 1, MOST);
        this.looked = Objects.requireNonNullElse(search.from(), 0L);
    }

    void run() throws IOException {
        SearchPattern pattern;
        try {
            pattern = SearchPattern.compile(search.pattern());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The pattern " + e.getMessage(), e);
        }
        size = log.size();
        long from = looked;
        long behindHole = Math.max(from, log.hole().to());
        try {
            if (from < behindHole) {
                look(pattern, from, log.hole().from());
            }
            look(pattern, behindHole, size);
        } catch (ClosedByInterruptException cancelled) {
            Thread.currentThread().interrupt();
        }
        // The last messages are sent even so.
        boolean isCancelled = Thread.interrupted();
        send();
        String end = isCancelled ? "cancelled" : count >= limit ? "limit" : "all";
        page.send(new LiveEvent.Searched(search.id(), count, looked, size, end));
    }

    /// Searches a part of the log, unless the search is over. The part begins where a line begins.
    private void look(SearchPattern pattern, long from, long to) throws IOException {
        MatchOffsets offsets = new MatchOffsets(this::found);
        offsets.begin(from);
        LineSearch part = offsets.search(pattern);
        for (long at = from; !isOver() && at < to; at += STEP) {
            log.copy(at, Math.min(to, at + STEP), part::write);
            looked(offsets.at());
        }
        if (!isOver()) {
            part.end();
            looked(Math.max(offsets.at(), to));
        }
    }

    private boolean isOver() {
        return count >= limit || Thread.currentThread().isInterrupted();
    }

    private void found(long from, long to) {
        if (count < limit) {
            lines.add(new LiveEvent.Line(from, to));
            looked = to;
            count++;
        }
    }

    private void looked(long to) throws IOException {
        if (count < limit) {
            looked = Math.max(looked, to);
            if (System.nanoTime() - sentAt > PACE.toNanos()) {
                send();
            }
        }
    }

    private void send() throws IOException {
        sentAt = System.nanoTime();
        page.send(new LiveEvent.Found(search.id(), lines, looked, size));
        lines = new ArrayList<>();
    }
}
