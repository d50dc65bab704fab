package dev.nudge.web.live;

import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.log.LogFinds;
import dev.nudge.output.search.SearchPattern;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Searches the whole log of a job, and reports what it finds and how far it has come.
final class LogSearch implements LogFinds.Taker {
    private static final int USUAL = 1000;
    private static final int MOST = 100_000;
    private static final Duration PACE = Duration.ofMillis(100);

    private final LiveRequest.Search search;
    private final JobReports reports;
    private final LiveEvent.Sink page;
    private final int limit;
    private List<LiveEvent.Line> lines = new ArrayList<>();
    private long count;
    private long looked;
    private long size;
    private long sentAt = System.nanoTime();

    LogSearch(LiveRequest.Search search, JobReports reports, LiveEvent.Sink page) {
        this.search = search;
        this.reports = reports;
        this.page = page;
        this.limit = Math.clamp(Objects.requireNonNullElse(search.limit(), USUAL), 1, MOST);
        this.looked = Objects.requireNonNullElse(search.from(), 0L);
    }

    void run() throws IOException {
        FoundJob found = reports.find(search.job());
        SearchPattern pattern;
        try {
            pattern = SearchPattern.compile(search.pattern());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The pattern " + e.getMessage(), e);
        }
        try {
            new LogFinds(found).find(pattern, looked, this);
        } catch (ClosedByInterruptException cancelled) {
            Thread.currentThread().interrupt();
        }
        String end = count >= limit ? "limit" : "all";
        // The last messages are sent even so.
        boolean isCancelled = Thread.interrupted();
        send();
        page.send(
                new LiveEvent.Searched(
                        search.id(), count, looked, size, isCancelled ? "cancelled" : end));
    }

    @Override
    public boolean match(long from, long to) {
        lines.add(new LiveEvent.Line(from, to));
        looked = to;
        return ++count < limit;
    }

    @Override
    public boolean looked(long to, long end) throws IOException {
        looked = Math.max(looked, to);
        size = end;
        if (System.nanoTime() - sentAt > PACE.toNanos()) {
            send();
        }
        return !Thread.currentThread().isInterrupted();
    }

    private void send() throws IOException {
        sentAt = System.nanoTime();
        page.send(new LiveEvent.Matches(search.id(), lines, looked, size));
        lines = new ArrayList<>();
    }
}
