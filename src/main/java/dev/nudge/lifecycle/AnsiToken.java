package dev.nudge.lifecycle;

/// A run of screen cells that look the same.
///
/// @param inverse also true for the cursor's cell
/// @param fg foreground as `#rrggbb`, or empty for the default colour
/// @param bg background as `#rrggbb`, or empty for the default colour
/// @param uninitialized whether nothing was ever written to these cells
public record AnsiToken(
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
    public static AnsiToken plain(String text) {
        return new AnsiToken(text, false, false, false, false, false, "", "", false);
    }
}
