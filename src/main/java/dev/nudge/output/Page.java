package dev.nudge.output;

import dev.nudge.terminal.text.LineStyle;

/// Collects the lines with the wanted numbers, until the budget is used up.
final class Page implements LineScanner.Lines {
    private final LineStyle style;
    private final int budget;
    private final long first;
    private final long last;
    private final StringBuilder text = new StringBuilder();
    private long end;
    private long rest;

    /// @param first the number of the first line that is wanted
    /// @param last the number of the last one
    /// @param start offset of the first byte that is read
    Page(LineStyle style, int budget, long first, long last, long start) {
        this.style = style;
        this.budget = budget;
        this.first = first;
        this.last = last;
        this.end = start;
    }

    @Override
    public boolean add(RawLine line) {
        if (line.number() > last) {
            return false;
        }
        if (line.number() >= first && !show(line)) {
            rest = line.number();
            return false;
        }
        end = line.end();
        return true;
    }

    private boolean show(RawLine line) {
        String shown = line.text(style);
        if (text.length() + shown.length() + 1 > budget) {
            return false;
        }
        text.append(shown);
        if (line.isComplete()) {
            text.append('\n');
        }
        return true;
    }

    /// Returns the number of the first line for which there was no room; 0 if there was for all.
    long rest() {
        return rest;
    }

    /// Returns the offset after the last line taken.
    long end() {
        return end;
    }

    Excerpt excerpt(String what, String leftOut) {
        return new Excerpt(text.toString(), what, leftOut, end);
    }
}
