package dev.nudge.output;

import dev.nudge.output.search.ByteScan;
import dev.nudge.output.search.ContextLines;
import dev.nudge.terminal.text.LineStyle;

/// Keeps the lines that match, with what is around them, in the manner of grep: `12: a match`,
/// `13-a line near it`, `--` between parts that do not touch.
final class MatchPage implements ContextLines.Shown {
    private final LineStyle style;
    private final int budget;
    private final StringBuilder text = new StringBuilder();
    private long number = 1;
    private long matches;
    private long shownMatches;
    private boolean isLineOpen;
    private boolean isFull;

    MatchPage(LineStyle style, int budget) {
        this.style = style;
        this.budget = budget;
    }

    @Override
    public void matching(byte[] bytes, int from, int to) {
        matches++;
        if (show(":", bytes, from, to)) {
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
            number += ByteScan.lines(bytes, from, to);
            isLineOpen = bytes[to - 1] != '\n';
        }
    }

    @Override
    public void gap() {
        boolean _ = append("--\n");
    }

    /// Takes note of a hole: a line of its own, which also ends the one before it.
    void passHole() {
        number += isLineOpen ? 2 : 1;
        isLineOpen = false;
    }

    private boolean show(String mark, byte[] bytes, int from, int to) {
        if (isFull) {
            return false;
        }
        boolean isComplete = bytes[to - 1] == '\n';
        RawLine line = RawLine.of(number, bytes, from, isComplete ? to - 1 : to);
        number += isComplete ? 1 : 0;
        isLineOpen = !isComplete;
        return append(line.number() + mark + " " + line.text(style) + "\n");
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
