package dev.nudge.output;

import dev.nudge.terminal.text.LineStyle;
import dev.nudge.text.Counted;
import java.util.Arrays;

/// A line as it is in a log.
///
/// @param number from 1
/// @param bytes without the line end; only a part of a very long line
/// @param before the bytes of the line that are missing before that part
/// @param after how many bytes are missing after it
/// @param end offset after it, and after its line end if it has one
/// @param isComplete whether it has a line end
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawLine(long number, byte[] bytes, Before before, long after, long end, boolean isComplete) {
    /// The most bytes of a line that are kept.
    static final int LONGEST = 16 << 10;

    private static final int ESCAPED = 4 << 10;

    /// The number of missing bytes.
    ///
    /// @param isAll whether that number is exact
    record Before(long bytes, boolean isAll) {
        static final Before NOTHING = new Before(0, true);

        private String words() {
            return !isAll
                    ? "[… the start of this line is left out]"
                    : bytes == 0
                            ? ""
                            : "[… " + Counted.of(bytes, "byte") + " before this in this line]";
        }
    }

    /// Returns the text. Of a long line whose bytes are escaped, less is shown.
    String text(LineStyle style) {
        int shown = Math.min(bytes.length, style == LineStyle.ESCAPED ? ESCAPED : LONGEST);
        long left = after + bytes.length - shown;
        return before.words()
                + style.text(Arrays.copyOf(bytes, shown))
                + (left == 0 ? "" : "[… " + Counted.of(left, "more byte") + " in this line]");
    }
}
