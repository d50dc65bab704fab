package dev.nudge.output;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/// Keeps as many of the last lines as there is room for.
final class LastPage implements LineScanner.Lines {
    private final UnaryOperator<String> style;
    private final int budget;
    private final Deque<String> lines = new ArrayDeque<>();
    private int length;
    private long dropped;

    LastPage(UnaryOperator<String> style, int budget) {
        this.style = style;
        this.budget = budget;
    }

    @Override
    public boolean add(RawLine line) {
        String shown = style.apply(line.text()) + (line.isComplete() ? "\n" : "");
        lines.add(shown);
        length += shown.length();
        while (length > budget && lines.size() > 1) {
            length -= lines.removeFirst().length();
            dropped++;
        }
        return true;
    }

    Excerpt excerpt(long end) {
        String what =
                lines.size() == 1 ? "the last line" : "the last %d lines".formatted(lines.size());
        String leftOut =
                dropped == 0
                        ? ""
                        : "%d lines before them did not fit: ask for lines by number, or by a pattern."
                                .formatted(dropped);
        return new Excerpt(String.join("", lines), what, leftOut, end);
    }
}
