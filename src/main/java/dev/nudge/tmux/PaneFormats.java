package dev.nudge.tmux;

/// The tmux formats (tmux(1), "FORMATS") that say whether a person touches a pane.
final class PaneFormats {
    private PaneFormats() {}

    /// Gives, for every session in which keys now reach this pane, the session's id and the second
    /// of its last key: `$0=1795210767 $3=1795210700 `.
    ///
    /// Tried on tmux 3.3a: `session_activity` moves when a client of that session sends a key, the
    /// mouse or attaches, and does not move for `send-keys`, `paste-buffer` or output. It is kept
    /// per session, also in a group, and is the latest of all clients of the session. Keys reach
    /// the pane from exactly those sessions whose current window has it as the active pane, so a
    /// person who works in another pane or window is not in the way; if they come back, the list
    /// changes, as it does with every key. Not seen: a client attached with the flag `active-pane`,
    /// which has an active pane of its own.
    static String activity(String paneId) {
        return "#{S:#{W:,#{P:,#{?" + isPane(paneId) + ",#{session_id}=#{session_activity} ,}}}}";
    }

    /// Gives the ids of all sessions that contain the pane, each with a blank behind.
    static String sessions(String paneId) {
        return "#{S:#{W:#{P:#{?" + isPane(paneId) + ",#{session_id} ,}}}}";
    }

    /// Is `1` inside a loop over panes when it is this pane's turn. The `?` stands for the `%` of
    /// the id, which `display-message` would take for a date.
    private static String isPane(String paneId) {
        return "#{m:?" + paneId.substring(1) + ",#{pane_id}}";
    }

    /// Writes a text so that a format gives back exactly it.
    static String literal(String text) {
        return text.replace("#", "##").replace(",", "#,").replace("}", "#}");
    }
}
