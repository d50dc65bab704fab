package dev.nudge.job;

/// The lines that a watch has found since its last report.
///
/// @param number the number of the last line among all that the watch has found, from 1
/// @param count how many there are, from 1
/// @param last the last line, at most 500 code points
public record FoundLines(long number, int count, String last) {
    private static final int LONGEST_LINE = 500;

    public FoundLines {
        if (number < 1 || count < 1) {
            throw new IllegalArgumentException("%d lines up to line %d".formatted(count, number));
        }
        int length = Math.min(LONGEST_LINE, last.codePointCount(0, last.length()));
        last = last.substring(0, last.offsetByCodePoints(0, length));
    }

    /// Returns the first line that a watch has found.
    static FoundLines first(String line) {
        return new FoundLines(1, 1, line);
    }

    /// Returns these and the next line.
    FoundLines with(String line) {
        return new FoundLines(number + 1, count + 1, line);
    }

    /// Returns the line after these, which have been reported.
    FoundLines next(String line) {
        return new FoundLines(number + 1, 1, line);
    }

    /// Restores them from [#text].
    public static FoundLines of(long number, int count, String text) {
        String start = start(count);
        return new FoundLines(
                number, count, text.startsWith(start) ? text.substring(start.length()) : text);
    }

    /// Returns the text that reports them: `listening on 80`, `3 lines, the last: listening on 80`.
    public String text() {
        return start(count) + last;
    }

    private static String start(int count) {
        return count == 1 ? "" : count + " lines, the last: ";
    }
}
