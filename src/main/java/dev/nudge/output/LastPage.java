package dev.nudge.output;

import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import java.util.ArrayDeque;
import java.util.Deque;

/// Keeps as many of the last lines as there is room for.
final class LastPage implements LineScanner.Lines {
    private final LineStyle style;
    private final int budget;
    private final int most;
    private final Deque<String> lines = new ArrayDeque<>();
    private int length;
    private long dropped;

    /// @param most how many lines are wanted
    LastPage(LineStyle style, int budget, int most) {
        this.most = most;
        this.style = style;
        this.budget = budget;
    }

    @Override
    public boolean add(RawLine line) {
        String shown = line.text(style) + (line.isComplete() ? "\n" : "");
        lines.add(shown);
        length += shown.length();
        if (lines.size() > most) {
            length -= lines.removeFirst().length();
        }
        while (length > budget && lines.size() > 1) {
            length -= lines.removeFirst().length();
            dropped++;
        }
        return true;
    }

    /// Returns what was kept.
    ///
    /// @param isWhole whether the first line that came is the first of all; if not, the number of
    ///   lines before is unknown
    Excerpt excerpt(long end, boolean isWhole) {
        String what =
                lines.size() == 1 ? "the last line" : "the last %d lines".formatted(lines.size());
        boolean isCounted = isWhole || dropped + lines.size() >= most;
        String before = isCounted ? Counted.of(dropped, "line") : "Some of the lines";
        String leftOut =
                isCounted && dropped == 0
                        ? ""
                        : "%s before %s did not fit: ask for lines by number, or by a pattern."
                                .formatted(before, lines.size() == 1 ? "it" : "them");
        return new Excerpt(String.join("", lines), what, leftOut, end);
    }
}
