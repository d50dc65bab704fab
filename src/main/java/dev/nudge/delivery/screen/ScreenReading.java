package dev.nudge.delivery.screen;

import java.util.Set;

/// The state that a screen shows, and the rows that show it.
///
/// @param state what the pane is doing
/// @param firstRow first row of the prompt with its frame, 0-based; rows above it (a spinner, a
///   growing answer) may change without harm to keys that are sent
/// @param lastRow last row of the prompt; less than `firstRow` if no prompt is shown
/// @param abandonedRows rows above it that hold an older prompt, of an agent that was killed or
///   suspended: the text in it was not submitted
public record ScreenReading(
        PaneState state, int firstRow, int lastRow, Set<Integer> abandonedRows) {
    public ScreenReading {
        abandonedRows = Set.copyOf(abandonedRows);
    }

    ScreenReading(PaneState state, int firstRow, int lastRow) {
        this(state, firstRow, lastRow, Set.of());
    }

    /// Returns the reading of a screen that shows no prompt.
    public static ScreenReading withoutPrompt(PaneState state) {
        return new ScreenReading(state, 0, -1);
    }

    /// Returns whether a prompt is shown, so that `firstRow` and `lastRow` are meaningful.
    public boolean hasPrompt() {
        return lastRow >= firstRow;
    }
}
