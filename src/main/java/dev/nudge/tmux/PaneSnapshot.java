package dev.nudge.tmux;

import java.util.List;

/// The state of a pane at one moment, taken by one tmux command.
///
/// @param rows the visible rows, top to bottom, trailing blanks removed, without escape sequences
/// @param cursorX column of the cursor, 0-based
/// @param cursorY row of the cursor, 0-based, an index into `rows` padded to the pane's height
/// @param width columns of the pane
/// @param height rows of the pane
/// @param title the pane's title as its program set it (OSC 0), untrimmed
/// @param isInMode whether the pane is in copy mode or another tmux mode
/// @param isDead whether the pane's program has ended and the pane remains (`remain-on-exit`)
/// @param isInputOff whether input to the pane is disabled (`select-pane -d`) or goes to all panes
///   (`synchronize-panes`)
/// @param currentCommand name of the foreground program, `node`
/// @param panePid pid of the pane's first process
/// @param activity `#{session_activity}` of every session that shows the pane, joined: changes only
///   when a human presses a key; compared for equality inside the tmux server
/// @param idleSeconds whole seconds since a human last pressed a key in a client of one of these
///   sessions; large if never
public record PaneSnapshot(
        List<String> rows,
        int cursorX,
        int cursorY,
        int width,
        int height,
        String title,
        boolean isInMode,
        boolean isDead,
        boolean isInputOff,
        String currentCommand,
        long panePid,
        String activity,
        long idleSeconds)
        implements PaneReading {
    public PaneSnapshot {
        rows = List.copyOf(rows);
    }
}
