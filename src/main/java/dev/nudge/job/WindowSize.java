package dev.nudge.job;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The size of a terminal's window in character cells, 1 to 1000 each.
public record WindowSize(int columns, int rows) {
    /// The size that a job gets by default.
    public static final WindowSize DEFAULT = new WindowSize(120, 30);

    private static final int MOST = 1000;
    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,3})x([1-9]\\d{0,3})");

    public WindowSize {
        require("columns", columns);
        require("rows", rows);
    }

    private static void require(String name, int value) {
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException(
                    "a terminal of %d %s; expected 1 to %d".formatted(value, name, MOST));
        }
    }

    /// Reads a size such as `120x30`: columns, then rows.
    public static WindowSize parse(String text) {
        Matcher size = FORM.matcher(text);
        if (!size.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a terminal size; expected columns and rows, for example 120x30"
                            .formatted(text));
        }
        return new WindowSize(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
    }

    @Override
    public String toString() {
        return columns + "x" + rows;
    }
}
