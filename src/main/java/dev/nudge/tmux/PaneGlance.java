package dev.nudge.tmux;

/// The few facts about a pane that one tmux call can report for all panes at once: enough to tell
/// whether anything may have changed since an earlier look.
///
/// @param drawnAt second of the server's clock in which something was last drawn in the pane's
///   window; 0 if that was not requested
public record PaneGlance(PaneSnapshot.Input input, long drawnAt) {
    /// Returns the glance that would have been seen when the snapshot was taken.
    public static PaneGlance of(PaneSnapshot snapshot) {
        return new PaneGlance(snapshot.input(), 0);
    }

    /// Returns whether the pane may have changed since the earlier glance.
    ///
    /// @param lookedAt second of the clock in which the earlier look began: anything drawn in that
    ///   second may have been drawn after the look
    public boolean mayDifferFrom(PaneGlance earlier, long lookedAt) {
        return drawnAt >= lookedAt || !input.equals(earlier.input);
    }
}
