package dev.nudge.output;

import java.util.function.UnaryOperator;

/// Takes lines as long as there is room.
final class Page {
    private final UnaryOperator<String> style;
    private final int budget;
    private final StringBuilder text = new StringBuilder();

    Page(UnaryOperator<String> style, int budget) {
        this.style = style;
        this.budget = budget;
    }

    /// @return false if there is no room for the line
    boolean add(RawLine line) {
        String shown = style.apply(line.text());
        if (text.length() + shown.length() + 1 > budget) {
            return false;
        }
        text.append(shown);
        if (line.isComplete()) {
            text.append('\n');
        }
        return true;
    }

    Excerpt excerpt(String what, String leftOut, long end) {
        return new Excerpt(text.toString(), what, leftOut, end);
    }
}
