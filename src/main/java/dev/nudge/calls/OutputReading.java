package dev.nudge.calls;

import dev.nudge.app.Given;
import dev.nudge.app.ReadOutput;
import dev.nudge.app.ReadOutput.View;
import dev.nudge.job.Job;
import dev.nudge.jobs.Terminals;
import dev.nudge.mcp.Progress;
import dev.nudge.output.JobLog;
import dev.nudge.output.JobLog.Excerpt;
import dev.nudge.output.JobLog.Part;
import dev.nudge.output.LogReader;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/// Reads the outputs of jobs for one agent, and remembers how far it has read.
final class OutputReading {
    /// Most characters of an answer.
    static final int BUDGET = 40_000;

    private static final int SHOWN_LINE = 100;

    private final JobStore store;
    private final Terminals terminals;
    private final Map<Long, Long> read = new ConcurrentHashMap<>();

    OutputReading(JobStore store, Terminals terminals) {
        this.store = store;
        this.terminals = terminals;
    }

    /// @throws IllegalArgumentException if a value is wrong, or there is no such view of this job
    Excerpt read(Job job, Given given, Progress progress) throws IOException {
        boolean isRaw = given.has(ReadOutput.RAW);
        return switch (View.of(given)) {
            case View.Of(Part part) -> log(job, isRaw).read(part, patience(part, progress));
            case View.News _ -> news(job, isRaw);
            case View.Screen(int back) -> screen(job, back);
        };
    }

    private static SearchPatience patience(Part part, Progress progress) {
        return new SearchPatience(
                part instanceof Part.Matching(SearchPattern pattern, int _)
                        ? Optional.of(pattern)
                        : Optional.empty(),
                progress,
                SearchPatience.LIMIT);
    }

    private Excerpt news(Job job, boolean isRaw) throws IOException {
        long from = read.getOrDefault(job.number(), 0L);
        Excerpt news = log(job, isRaw).read(new Part.Since(from));
        read.put(job.number(), news.end());
        return news;
    }

    private Excerpt screen(Job job, int back) throws IOException {
        Shown shown = terminals.show(job, back);
        String what =
                shown.scrolledBack() > 0
                        ? "the screen, scrolled back " + Counted.of(shown.scrolledBack(), "line")
                        : "the screen, cursor in row %d, column %d"
                                .formatted(shown.cursorRow() + 1, shown.cursorColumn() + 1);
        String binary =
                shown.binaryBytes() > 0
                        ? "\n[" + BinaryOutput.words(shown.binaryBytes()) + "]"
                        : "";
        String text = String.join("\n", shown.screen()).stripTrailing() + binary;
        return new Excerpt(text, what, "", size(job));
    }

    JobLog log(Job job, boolean isRaw) {
        return log(job, isRaw ? LineStyle.RAW : LineStyle.READABLE, BUDGET);
    }

    /// Returns the last line that a job has written; of a long one, its end. Empty if it has
    /// written none that can be shown.
    String lastLine(Job job) {
        try {
            String text = log(job, false).read(new Part.Tail(1)).text();
            return Ellipsis.end(Printable.line(text), SHOWN_LINE);
        } catch (IOException e) {
            return "";
        }
    }

    JobLog log(Job job, LineStyle style, int budget) {
        Path file = store.directory(job.number()).output();
        return new JobLog(
                new LogReader(file, LogHole.NONE),
                style,
                budget,
                !job.isEnded(),
                job.outputStart());
    }

    /// Returns how many bytes a job has written; 0 if that is unknown.
    long size(Job job) {
        return store.directory(job.number()).outputSize();
    }

    /// Lets an agent's search take its time: it reports that it is searching, lets others work, and
    /// ends when nobody waits for it any more; for a pattern, also when its time is up.
    static final class SearchPatience implements Patience {
        static final Duration LIMIT = Duration.ofMinutes(2);
        private static final Duration PACE = Duration.ofMillis(500);

        private final Optional<SearchPattern> pattern;
        private final Progress progress;
        private final Duration limit;
        private final Patience.InTurns turns = new Patience.InTurns();
        private final long start = System.nanoTime();
        private long reported = start;

        /// @param pattern what is looked for; empty if lines are looked for by their number
        /// @param limit how long a pattern is looked for
        SearchPatience(Optional<SearchPattern> pattern, Progress progress, Duration limit) {
            this.pattern = pattern;
            this.progress = progress;
            this.limit = limit;
        }

        @Override
        public void look() {
            if (progress.isCancelled()) {
                throw new CancellationException("nobody waits for this search any more");
            }
            long now = System.nanoTime();
            if (pattern.isPresent() && now - start > limit.toNanos()) {
                throw new IllegalArgumentException(
                        "pattern is \"%s\", which costs too much: after %d seconds the output was not searched to its end; expected a pattern with a word in it that is in few lines, or with fewer repetitions"
                                .formatted(pattern.get().regex(), limit.toSeconds()));
            }
            if (now - reported > PACE.toNanos()) {
                reported = now;
                progress.lines()
                        .accept(
                                "Searching for %d s"
                                        .formatted(Duration.ofNanos(now - start).toSeconds()));
            }
            turns.look();
        }
    }
}
