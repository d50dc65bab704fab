package dev.nudge.output;

import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.BinaryOutput;
import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import java.io.IOException;

/// Reads parts of a log that may still grow. Answers are limited in size; the end of a log is found
/// without reading what is before it.
///
/// @param style how lines are shown and searched
/// @param budget the most characters of an answer
/// @param isGrowing whether more may be written: then an incomplete character or escape sequence at
///   the end is left for later
/// @param start the offset at which the last attempt begins: only its output decides whether the
///   log is binary
public record JobLog(LogReader log, LineStyle style, int budget, boolean isGrowing, long start) {
    private static final int PIECE = 1 << 20;

    /// A part of an output as text.
    ///
    /// @param text lines, each with its line end except perhaps the last; numbered (`12: text`) if
    ///   they were found by a pattern
    /// @param what which lines these are, in words and without a full stop: `the last 3 lines`
    /// @param leftOut a sentence that says what had to be left out and how to get it; empty if
    ///   nothing was
    /// @param end offset in the log after the last byte read
    public record Excerpt(String text, String what, String leftOut, long end) {}

    /// The part of an output that is wanted. Lines are counted from 1.
    public sealed interface Part {
        record Head(int lines) implements Part {}

        /// The last lines.
        ///
        /// @param start the byte before which none is wanted
        record Tail(int lines, long start) implements Part {
            public Tail(int lines) {
                this(lines, 0);
            }
        }

        /// From one line to another, both included.
        record Lines(long from, long to) implements Part {}

        record Since(long offset) implements Part {}

        /// The lines that match the pattern, each with this many lines before and after it.
        record Matching(SearchPattern pattern, int context) implements Part {}
    }

    public Excerpt read(Part part) throws IOException {
        return read(part, Patience.ENDLESS);
    }

    /// Reads a part, until the patience ends. If the output of the last attempt is binary, returns
    /// only its length; raw lines and matches are returned with escaped bytes instead.
    ///
    /// @throws IOException also if there is no such file
    public Excerpt read(Part part, Patience patience) throws IOException {
        if (!BinaryOutput.isIn(log.file(), start)) {
            return shown(part, patience);
        }
        if (style == LineStyle.RAW || part instanceof Part.Matching) {
            JobLog escaped = new JobLog(log, LineStyle.ESCAPED, budget, isGrowing, start);
            return escaped.shown(part, patience);
        }
        long size = log.size();
        return new Excerpt(
                "[" + BinaryOutput.words(size - start) + "]\n",
                "which is binary",
                "Ask for raw, or for a pattern, to see it, with \\x00 for what is not text.",
                size);
    }

    private Excerpt shown(Part part, Patience patience) throws IOException {
        return switch (part) {
            case Part.Head(int lines) ->
                    numbered(1, lines, lines == 1 ? "the first line" : "the first lines", patience);
            case Part.Lines(long from, long to) -> numbered(from, to, range(from, to), patience);
            case Part.Since(long offset) -> since(offset, patience);
            case Part.Tail tail -> tail(tail, patience);
            case Part.Matching wanted -> {
                MatchPage page = new MatchPage(wanted, style, budget, patience);
                long to = end();
                feed(0, to, page, patience);
                yield page.excerpt(to);
            }
        };
    }

    private static String range(long from, long to) {
        return to == Long.MAX_VALUE
                ? "line %d to the end".formatted(from)
                : from == to ? "line " + from : "lines %d to %d".formatted(from, to);
    }

    private Excerpt numbered(long from, long to, String what, Patience patience)
            throws IOException {
        LinePage.Numbered page = new LinePage.Numbered(style, budget, from, to, 0);
        feed(0, end(), page, patience);
        String rest = "It continues in line %d: read on from there.".formatted(page.rest());
        return page.excerpt(what, page.rest() > 0 ? rest : "");
    }

    private Excerpt since(long offset, Patience patience) throws IOException {
        long to = end();
        long start = Math.min(offset, to);
        LinePage.Numbered page = new LinePage.Numbered(style, budget, 1, Long.MAX_VALUE, start);
        feed(start, to, page, patience);
        String rest = Counted.are(to - page.takenTo(), "more byte") + " new: read once more.";
        return page.excerpt("what is new", page.rest() > 0 ? rest : "");
    }

    /// Returns the end of the part to read: while the job runs, the end of what is complete.
    private long end() throws IOException {
        return isGrowing ? log.wholeEnd() : log.size();
    }

    /// Reads at most 16 bytes for each character of the budget.
    private Excerpt tail(Part.Tail wanted, Patience patience) throws IOException {
        long to = end();
        long least = Math.min(to, Math.max(wanted.start(), to - 16L * budget));
        long start = log.startOfLastLines(wanted.lines(), to, least);
        // Where the cursor moves up, more lines have been written than are left.
        long first =
                style == LineStyle.READABLE && PlayedLines.areMoved(log, start, to) ? least : start;
        LinePage.Last page =
                new LinePage.Last(style, budget, wanted.lines(), first, log.isLineStart(first));
        feed(first, to, page, patience);
        return page.excerpt(to, first <= wanted.start());
    }

    private void feed(long from, long to, LogReader.Sink taker, Patience patience)
            throws IOException {
        LogReader.Sink scan = style == LineStyle.READABLE ? new PlayedLines(from, taker) : taker;
        LogHole hole = log.hole();
        long behind = Math.clamp(hole.to(), from, to);
        copy(from, Math.clamp(hole.from(), from, to), scan, patience);
        if (hole.within(from, to) > 0) {
            scan.passHole(Math.max(from, hole.from()), behind);
        }
        copy(behind, to, scan, patience);
        scan.end();
    }

    private void copy(long from, long to, LogReader.Sink scan, Patience patience)
            throws IOException {
        for (long at = from; at < to && !scan.isDone(); at += PIECE) {
            long _ = log.copy(at, Math.min(to, at + PIECE), scan);
            patience.look();
        }
    }
}
