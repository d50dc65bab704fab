package dev.nudge.delivery;

/// What a screen shows, and which of its rows say so.
///
/// @param state what the pane is doing
/// @param firstRow first row of the prompt with its frame, 0-based; rows above it (a spinner, an
///   answer that grows) may change without any harm to keys that are sent
/// @param lastRow last row of the prompt; below `firstRow` if no prompt is shown
public record ScreenReading(PaneState state, int firstRow, int lastRow) {
    static ScreenReading withoutPrompt(PaneState state) {
        return new ScreenReading(state, 0, -1);
    }

    /// Whether a prompt is shown, so that `firstRow` and `lastRow` mean something.
    public boolean hasPrompt() {
        return lastRow >= firstRow;
    }
}
