package dev.nudge.output;

import java.nio.charset.StandardCharsets;

/// A line as it stands in a log.
///
/// @param number from 1
/// @param bytes without the line end; of a very long line the first ones
/// @param length how many bytes it has, without the line end
/// @param end offset behind it, and behind its line end if it has one
/// @param isComplete whether it has a line end
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record RawLine(long number, byte[] bytes, long length, long end, boolean isComplete) {
    /// Returns the text; what is not UTF-8 shows as U+FFFD.
    String text() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        long missing = length - bytes.length;
        return missing == 0 ? text : text + "[… " + missing + " more bytes in this line]";
    }
}
