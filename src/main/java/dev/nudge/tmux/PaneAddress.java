package dev.nudge.tmux;

import java.nio.file.Path;

/// Identifies a pane, `%3`, for as long as it exists. The pid of the server on the socket is part
/// of it because a new server counts its panes from `%0` again.
public record PaneAddress(Path socket, long serverPid, String paneId) {
    public PaneAddress {
        if (!paneId.matches("%\\d{1,9}")) {
            throw new IllegalArgumentException("\"" + paneId + "\" is not a pane id such as %3");
        }
    }
}
