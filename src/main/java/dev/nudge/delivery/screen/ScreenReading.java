package dev.nudge.delivery.screen;

import java.util.Set;

/// The state that a screen shows, and the rows that show it.
///
/// @param state what the pane is doing
/// @param firstRow first row of the prompt with its frame, 0-based; rows above it (a spinner, a
///   growing answer) may change without harm to keys that are sent
/// @param lastRow last row of the prompt; less than `firstRow` if no prompt is shown
/// @param abandonedRows rows above the prompt with older prompts, of agents that were killed or
///   suspended: their text was not submitted
/// @param rule what decided: a key of the profile, `screen.dialogs[2].found`, or a few words; empty
///   if that is not known
/// @param beginsSession whether the prompt takes the first message of a session that has not begun
public record ScreenReading(
        PaneState state,
        int firstRow,
        int lastRow,
        Set<Integer> abandonedRows,
        String rule,
        boolean beginsSession) {
    public ScreenReading {
        abandonedRows = Set.copyOf(abandonedRows);
    }

    /// Returns the reading of a screen that shows no prompt.
    public static ScreenReading withoutPrompt(PaneState state) {
        return withoutPrompt(state, "");
    }

    static ScreenReading withoutPrompt(PaneState state, String rule) {
        return new ScreenReading(state, 0, -1, Set.of(), rule, false);
    }

    /// Returns whether a prompt is shown, so that `firstRow` and `lastRow` are meaningful.
    public boolean hasPrompt() {
        return lastRow >= firstRow;
    }
}
