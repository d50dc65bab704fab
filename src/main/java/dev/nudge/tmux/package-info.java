/// Finds panes, reads them and types into them. Only this package runs tmux, except `cli`, which
/// shows popups and menus and looks up the version. Start reading at [dev.nudge.tmux.Tmux] and
/// [dev.nudge.tmux.PaneLocator].
@NullMarked
package dev.nudge.tmux;

import org.jspecify.annotations.NullMarked;
