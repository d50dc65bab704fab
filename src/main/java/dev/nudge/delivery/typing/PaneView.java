package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.ScreenReading;
import dev.nudge.tmux.PaneSnapshot;

/// A pane as the courier sees it.
///
/// @param reading what the screen means
/// @param readiness whether a result could be typed or sent at that moment
public record PaneView(PaneSnapshot snapshot, ScreenReading reading, PaneReadiness readiness) {}
