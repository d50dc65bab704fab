package dev.nudge.tmux;

import java.util.List;

/// The state of a pane at one moment, taken by one tmux command.
///
/// @param rows the visible rows, top to bottom, trailing blanks removed, without escape sequences
/// @param title the pane's title as its program set it (OSC 0), untrimmed
public record PaneSnapshot(
        List<String> rows,
        Cursor cursor,
        Size size,
        String title,
        Input input,
        Processes processes,
        LastKey lastKey) {
    public PaneSnapshot {
        rows = List.copyOf(rows);
    }

    /// The place of the cursor.
    ///
    /// @param x column, 0-based
    /// @param y row, 0-based, an index into the rows padded to the pane's height
    public record Cursor(int x, int y) {}

    /// The size of the pane.
    ///
    /// @param width columns
    /// @param height rows
    public record Size(int width, int height) {}

    /// Whether keys reach the pane's program, and no other.
    ///
    /// @param isInMode whether the pane is in copy mode or another tmux mode
    /// @param isDead whether the pane's program has ended and the pane remains (`remain-on-exit`)
    /// @param isOff whether input to the pane is disabled (`select-pane -d`) or goes to all panes
    ///   (`synchronize-panes`)
    public record Input(boolean isInMode, boolean isDead, boolean isOff) {
        /// All keys reach the program alone.
        public static final Input OPEN = new Input(false, false, false);
    }

    /// The programs in the pane.
    ///
    /// @param foreground name of the foreground program, `node`
    /// @param firstPid pid of the pane's first process
    public record Processes(String foreground, long firstPid) {}

    /// The last key that a human pressed in a client of one of the sessions that show the pane, and
    /// the keys of other programs.
    ///
    /// @param activity `#{session_activity}` of each of these sessions, joined: changes only when a
    ///   human presses a key; compared for equality inside the tmux server
    /// @param idleSeconds whole seconds since; large if never
    /// @param others how many keys and pastes other programs have sent since [Tmux#countKeys];
    ///   negative if they are not counted
    public record LastKey(String activity, long idleSeconds, int others) {}

    public int cursorX() {
        return cursor.x();
    }

    public int cursorY() {
        return cursor.y();
    }

    public int width() {
        return size.width();
    }

    public int height() {
        return size.height();
    }

    public int othersKeys() {
        return lastKey.others();
    }

    public String currentCommand() {
        return processes.foreground();
    }
}
