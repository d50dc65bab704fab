package dev.nudge.output;

import dev.nudge.output.JobLog.Excerpt;
import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.ContextLines;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;
import java.util.Arrays;

/// Looks for a pattern in a log, and keeps the lines that match, with what is around them, in the
/// manner of grep: `12: a match`, `13-a line near it`, `--` between parts that do not touch.
final class MatchPage implements LogReader.Sink, ContextLines.Shown {
    private static final String MATCH = ":";

    private final SearchPattern pattern;
    private final LineStyle style;
    private final int budget;
    private final ContextLines lines;
    private final LineSearch search;
    private final StringBuilder text = new StringBuilder();
    private long number = 1;
    private long matches;
    private long shownMatches;
    private boolean isLineOpen;
    private boolean isFull;

    MatchPage(JobLog.Part.Matching wanted, LineStyle style, int budget, Patience patience) {
        this.pattern = wanted.pattern();
        this.style = style;
        this.budget = budget;
        this.lines = new ContextLines(wanted.context(), this);
        LineStyle searched = style == LineStyle.READABLE ? style : LineStyle.RAW;
        this.search = new LineSearch(pattern, searched, lines, patience);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        search.write(bytes, offset, length);
    }

    /// Counts a hole as a line of its own, which also ends the line before it.
    @Override
    public void passHole(long from, long to) throws IOException {
        search.end();
        lines.interrupt();
        number += isLineOpen ? 2 : 1;
        isLineOpen = false;
    }

    @Override
    public void end() throws IOException {
        search.end();
    }

    @Override
    public void matching(byte[] bytes, int from, int to) {
        matches++;
        if (show(MATCH, bytes, from, to)) {
            shownMatches++;
        }
    }

    @Override
    public void near(byte[] bytes, int from, int to) {
        boolean _ = show("-", bytes, from, to);
    }

    @Override
    public void skipped(byte[] bytes, int from, int to) {
        if (!isFull) {
            for (int at = from; at < to; at = ByteScan.lineEnd(bytes, at, to)) {
                number++;
            }
            number -= bytes[to - 1] == '\n' ? 0 : 1;
            isLineOpen = bytes[to - 1] != '\n';
        }
    }

    @Override
    public void gap() {
        boolean _ = append("--\n");
    }

    private boolean show(String mark, byte[] bytes, int from, int to) {
        if (isFull) {
            return false;
        }
        boolean isComplete = bytes[to - 1] == '\n';
        String text = text(bytes, from, isComplete ? to - 1 : to, mark.equals(MATCH));
        boolean isShown = append(number + mark + " " + text + "\n");
        number += isComplete ? 1 : 0;
        isLineOpen = !isComplete;
        return isShown;
    }

    /// Returns the text of a line; of a very long one, the part around the match, or its start.
    private String text(byte[] bytes, int from, int to, boolean isMatch) {
        if (isMatch && to - from > RawLine.LONGEST && style != LineStyle.ESCAPED) {
            String text = style.text(Arrays.copyOfRange(bytes, from, to));
            return pattern.foundIn(text, RawLine.LONGEST).orElse(text);
        }
        RawLine.Collector line = new RawLine.Collector(false, true);
        for (int i = from; i < to; i++) {
            line.add(bytes[i]);
        }
        return line.line(number, to, true).text(style);
    }

    private boolean append(String added) {
        isFull |= text.length() + added.length() > budget;
        if (!isFull) {
            text.append(added);
        }
        return !isFull;
    }

    Excerpt excerpt(long end) {
        String what = matches == 1 ? "the line that matches" : matches + " lines that match";
        String leftOut =
                shownMatches == matches
                        ? ""
                        : "%d of the matches did not fit: use a narrower pattern, or less context."
                                .formatted(matches - shownMatches);
        return new Excerpt(text.toString(), matches == 0 ? "no line matches" : what, leftOut, end);
    }
}
