package dev.nudge.terminal.text;

import java.nio.charset.StandardCharsets;

/// How a line of output becomes text.
public enum LineStyle {
    /// As it was written.
    RAW,

    /// Without escape sequences and control characters, and with progress collapsed to its last
    /// state.
    READABLE,

    /// As it was written, with `\x00` for each byte that is not part of a visible character.
    ESCAPED;

    /// Returns the text of the bytes of a line. Bytes that are not UTF-8 show as U+FFFD unless they
    /// are escaped.
    ///
    /// @param bytes without the line end
    public String text(byte[] bytes) {
        return this == ESCAPED
                ? Escaped.of(bytes, 0, bytes.length)
                : text(new String(bytes, StandardCharsets.UTF_8));
    }

    /// Returns the text of a line. Tabs stay.
    ///
    /// @param line without its line end
    public String text(String line) {
        return this == READABLE ? PlainText.readable(line) : line;
    }
}
