package dev.nudge.terminal.text;

/// How a line of output becomes text.
public enum LineStyle {
    /// As it was written.
    RAW,

    /// Without escape sequences and control characters, and with progress collapsed to its last
    /// state.
    READABLE;

    /// Returns the text of a line. Tabs stay.
    ///
    /// @param line without its line end
    public String text(String line) {
        return this == RAW ? line : PlainText.readable(line);
    }
}
