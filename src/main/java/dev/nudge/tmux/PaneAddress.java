package dev.nudge.tmux;

import java.nio.file.Path;

/// Identifies a pane for as long as it exists. The server's pid is part of it because a new server
/// on the same socket counts its panes from `%0` again.
///
/// @param socket the tmux server's socket
/// @param serverPid the server's process id (`#{pid}`)
/// @param paneId the pane's id, `%3`
public record PaneAddress(Path socket, long serverPid, String paneId) {
    public PaneAddress {
        if (!paneId.matches("%\\d{1,9}")) {
            throw new IllegalArgumentException("\"" + paneId + "\" is not a pane id such as %3");
        }
    }
}
