package dev.nudge.output;

import dev.nudge.output.Part.Head;
import dev.nudge.output.Part.Lines;
import dev.nudge.output.Part.Matching;
import dev.nudge.output.Part.Since;
import dev.nudge.output.Part.Tail;
import dev.nudge.output.search.Patience;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import java.io.IOException;

/// Reads parts of a log that may still grow. Answers are limited in size; the end of a log is found
/// without reading what is before it.
public final class JobLog {
    private static final int PIECE = 1 << 20;

    private final LogReader log;
    private final LineStyle style;
    private final int budget;
    private final boolean isGrowing;
    private final long start;

    /// @param style how lines are shown and searched
    /// @param budget the most characters of an answer
    /// @param isGrowing whether more may be written: then an incomplete character or escape
    ///   sequence at the end is left for later
    /// @param start the offset at which the last attempt begins: only its output decides whether
    ///   the log is binary
    public JobLog(LogReader log, LineStyle style, int budget, boolean isGrowing, long start) {
        this.log = log;
        this.style = style;
        this.budget = budget;
        this.isGrowing = isGrowing;
        this.start = start;
    }

    /// Reads a part. If the output of the last attempt is binary, returns only its length; raw
    /// lines and matches are returned with escaped bytes instead.
    ///
    /// @throws IOException also if there is no such file
    public Excerpt read(Part part) throws IOException {
        return read(part, Patience.ENDLESS);
    }

    /// Reads a part, until the patience ends.
    ///
    /// @throws IOException also if there is no such file
    public Excerpt read(Part part, Patience patience) throws IOException {
        if (!BinaryOutput.isIn(log.file(), start)) {
            return shown(part, patience);
        }
        return style == LineStyle.RAW || part instanceof Matching
                ? new JobLog(log, LineStyle.ESCAPED, budget, isGrowing, start).shown(part, patience)
                : binary(log.size());
    }

    private Excerpt shown(Part part, Patience patience) throws IOException {
        return switch (part) {
            case Head(int lines) ->
                    numbered(1, lines, lines == 1 ? "the first line" : "the first lines", patience);
            case Lines(long from, long to) -> numbered(from, to, range(from, to), patience);
            case Since(long offset) -> since(offset, patience);
            case Tail tail -> tail(tail, patience);
            case Matching matching -> matching(matching, patience);
        };
    }

    private Excerpt binary(long size) {
        String words = BinaryOutput.words(size - start);
        return new Excerpt(
                "[" + words + "]\n",
                "which is binary",
                "Ask for raw, or for a pattern, to see it, with \\x00 for what is not text.",
                size);
    }

    private static String range(long from, long to) {
        return to == Long.MAX_VALUE
                ? "line %d to the end".formatted(from)
                : from == to ? "line " + from : "lines %d to %d".formatted(from, to);
    }

    private Excerpt numbered(long from, long to, String what, Patience patience)
            throws IOException {
        Page page = new Page(style, budget, from, to, 0);
        feed(0, end(), new LineScanner(0, LongLine.start(), page), patience);
        String rest = "It continues in line %d: read on from there.".formatted(page.rest());
        return page.excerpt(what, page.rest() > 0 ? rest : "");
    }

    private Excerpt since(long offset, Patience patience) throws IOException {
        long to = end();
        long start = Math.min(offset, to);
        Page page = new Page(style, budget, 1, Long.MAX_VALUE, start);
        feed(start, to, new LineScanner(start, LongLine.start(), page), patience);
        String rest = Counted.are(to - page.end(), "more byte") + " new: read once more.";
        return page.excerpt("what is new", page.rest() > 0 ? rest : "");
    }

    /// Returns the end of the part to read: while the job runs, the end of what is complete.
    private long end() throws IOException {
        return isGrowing ? log.wholeEnd() : log.size();
    }

    /// Reads at most 16 bytes for each character of the budget.
    private Excerpt tail(Tail wanted, Patience patience) throws IOException {
        long to = end();
        long least = Math.min(to, Math.max(wanted.start(), to - 16L * budget));
        long start = log.startOfLastLines(wanted.lines(), to, least);
        // Where the cursor moves up, more lines have been written than are left.
        long first =
                style == LineStyle.READABLE && PlayedLines.areMoved(log, start, to) ? least : start;
        LastPage page = new LastPage(style, budget, wanted.lines());
        LongLine line = LongLine.end(log.isLineStart(first));
        feed(first, to, new LineScanner(first, line, page), patience);
        return page.excerpt(to, first <= wanted.start());
    }

    private Excerpt matching(Matching wanted, Patience patience) throws IOException {
        MatchPage page = new MatchPage(wanted, style, budget, patience);
        long to = end();
        feed(0, to, page, patience);
        return page.excerpt(to);
    }

    /// Passes on the bytes between two offsets, with the hole in its place, until no more are
    /// wanted.
    private void feed(long from, long to, LogScan taker, Patience patience) throws IOException {
        LogScan scan = style == LineStyle.READABLE ? new PlayedLines(from, taker) : taker;
        LogHole hole = log.hole();
        long behind = Math.clamp(hole.to(), from, to);
        copy(from, Math.clamp(hole.from(), from, to), scan, patience);
        if (hole.within(from, to) > 0) {
            scan.passHole(Math.max(from, hole.from()), behind);
        }
        copy(behind, to, scan, patience);
        scan.end();
    }

    private void copy(long from, long to, LogScan scan, Patience patience) throws IOException {
        for (long at = from; at < to && !scan.isDone(); at += PIECE) {
            long _ = log.copy(at, Math.min(to, at + PIECE), scan);
            patience.look();
        }
    }
}
