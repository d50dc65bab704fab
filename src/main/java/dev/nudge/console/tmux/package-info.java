/// Menus and popups in the tmux around a caller. Uses `process`, and `tmux` for its trust in
/// sockets. Start reading at [dev.nudge.console.tmux.CallerTmux].
@NullMarked
package dev.nudge.console.tmux;

import org.jspecify.annotations.NullMarked;
