package dev.nudge.tmux;

/// The few facts about a pane that one tmux call can report for all panes at once: enough to tell
/// whether anything may have changed since an earlier look.
///
/// The format must not contain `pane_current_command`: the server would read that from a file, and
/// would look as if it had read a program's output.
///
/// @param isInMode whether the pane is in copy mode or another mode
/// @param isDead whether its program has ended
/// @param isInputOff whether its input is disabled or goes to all panes
/// @param drawnAt second of the server's clock in which something was last drawn in the pane's
///   window; 0 if that was not requested
public record PaneGlance(boolean isInMode, boolean isDead, boolean isInputOff, long drawnAt) {
    static final String FORMAT =
            "#{window_activity} #{?pane_in_mode,1,0} #{?pane_dead,1,0}"
                    + " #{?#{||:#{pane_input_off},#{pane_synchronized}},1,0}";

    /// Returns the glance that would have been seen when the snapshot was taken.
    public static PaneGlance of(PaneSnapshot snapshot) {
        PaneSnapshot.Input input = snapshot.input();
        return new PaneGlance(input.isInMode(), input.isDead(), input.isOff(), 0);
    }

    /// Returns whether the pane may have changed since the earlier glance.
    ///
    /// @param lookedAt second of the clock in which the earlier look began: anything drawn in that
    ///   second may have been drawn after the look
    public boolean mayDifferFrom(PaneGlance earlier, long lookedAt) {
        return drawnAt >= lookedAt
                || isInMode != earlier.isInMode
                || isDead != earlier.isDead
                || isInputOff != earlier.isInputOff;
    }
}
