package dev.nudge.output;

import dev.nudge.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A line as it is in a log.
///
/// @param number from 1
/// @param bytes without the line end; of a very long line a part
/// @param before how many bytes of the line are missing before that part
/// @param after how many are missing after it
/// @param end offset behind it, and behind its line end if it has one
/// @param isComplete whether it has a line end
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawLine(long number, byte[] bytes, Before before, long after, long end, boolean isComplete) {
    /// Most bytes of a line that are kept.
    static final int LONGEST = 16 << 10;

    /// How many bytes are missing.
    ///
    /// @param isAll whether that is known
    record Before(long bytes, boolean isAll) {
        static final Before NOTHING = new Before(0, true);

        private String words() {
            return !isAll
                    ? "[… the start of this line is left out]"
                    : bytes == 0 ? "" : "[… " + bytes + " bytes before this in this line]";
        }
    }

    /// Returns the line that these bytes are; a very long one is cut at its end.
    static RawLine of(long number, byte[] bytes, int from, int to) {
        int cut = Math.min(to, from + LONGEST);
        cut -= cut < to ? Utf8.unfinished(bytes, from, cut) : 0;
        return new RawLine(
                number, Arrays.copyOfRange(bytes, from, cut), Before.NOTHING, to - cut, to, true);
    }

    /// Returns the text; what is not UTF-8 shows as U+FFFD.
    String text() {
        return before.words()
                + new String(bytes, StandardCharsets.UTF_8)
                + (after == 0 ? "" : "[… " + after + " more bytes in this line]");
    }
}
