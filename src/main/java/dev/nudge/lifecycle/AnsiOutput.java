package dev.nudge.lifecycle;

import java.util.List;

/// Structured output: the lines of a screen, from the top. It may have no line.
public record AnsiOutput(List<List<Token>> lines) {
    public AnsiOutput {
        lines = lines.stream().map(List::copyOf).toList();
    }

    /// A run of screen cells that look the same.
    ///
    /// @param inverse also true for the cursor's cell
    /// @param fg foreground as `#rrggbb`, or empty for the default colour
    /// @param bg background as `#rrggbb`, or empty for the default colour
    /// @param uninitialized whether nothing was ever written to these cells
    public record Token(
            String text,
            boolean bold,
            boolean italic,
            boolean underline,
            boolean dim,
            boolean inverse,
            String fg,
            String bg,
            boolean uninitialized) {
        /// Returns a token without attributes, in the default colours.
        public static Token plain(String text) {
            return new Token(text, false, false, false, false, false, "", "", false);
        }
    }
}
