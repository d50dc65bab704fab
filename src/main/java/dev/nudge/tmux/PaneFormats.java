package dev.nudge.tmux;

/// The tmux formats (tmux(1), "FORMATS") that show whether a person is using a pane.
final class PaneFormats {
    private PaneFormats() {}

    /// Returns a format that lists, for every session in which keys now reach this pane, the
    /// session's id and the second of its last key: `$0=1795210767 $3=1795210700 `.
    ///
    /// Tested on tmux 3.3a: `session_activity` changes when a client of that session sends a key,
    /// uses the mouse or attaches, and does not change for `send-keys`, `paste-buffer` or output.
    /// It is kept per session, even in a group, and is the latest of all clients of the session.
    /// Keys reach the pane exactly from the sessions whose current window has it as the active
    /// pane, so a person who works in another pane or window is not in the way; when that person
    /// comes back, the list changes, as with every key. A client with the flag `active-pane`, which
    /// has its own active pane, is not detected.
    static String activity(String paneId) {
        return "#{S:#{W:,#{P:,#{?" + isPane(paneId) + ",#{session_id}=#{session_activity} ,}}}}";
    }

    /// Returns a format that lists the ids of all sessions that contain the pane, each followed by
    /// a blank.
    static String sessions(String paneId) {
        return "#{S:#{W:#{P:#{?" + isPane(paneId) + ",#{session_id} ,}}}}";
    }

    /// Returns a format that is `1` inside a loop over panes when this pane's turn has come. The
    /// `?` stands for the `%` of the id, which `display-message` would take for a date.
    private static String isPane(String paneId) {
        return "#{m:?" + paneId.substring(1) + ",#{pane_id}}";
    }

    /// Returns a format that expands to exactly this text.
    static String literal(String text) {
        return text.replace("#", "##").replace(",", "#,").replace("}", "#}");
    }
}
