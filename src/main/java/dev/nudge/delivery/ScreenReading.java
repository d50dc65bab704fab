package dev.nudge.delivery;

import java.util.Set;

/// What a screen shows, and which of its rows say so.
///
/// @param state what the pane is doing
/// @param firstRow first row of the prompt with its frame, 0-based; rows above it (a spinner, an
///   answer that grows) may change without any harm to keys that are sent
/// @param lastRow last row of the prompt; below `firstRow` if no prompt is shown
/// @param abandonedRows rows above it in which an older prompt stands, of an agent that was killed
///   or suspended: what is in it was not submitted
public record ScreenReading(
        PaneState state, int firstRow, int lastRow, Set<Integer> abandonedRows) {
    public ScreenReading {
        abandonedRows = Set.copyOf(abandonedRows);
    }

    ScreenReading(PaneState state, int firstRow, int lastRow) {
        this(state, firstRow, lastRow, Set.of());
    }

    static ScreenReading withoutPrompt(PaneState state) {
        return new ScreenReading(state, 0, -1);
    }

    /// Returns whether a prompt is shown, so that `firstRow` and `lastRow` mean something.
    public boolean hasPrompt() {
        return lastRow >= firstRow;
    }
}
