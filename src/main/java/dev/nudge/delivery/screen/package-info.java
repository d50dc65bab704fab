/// Classifies the screen of an agent: whether its prompt is empty, holds a draft, or a dialog is
/// open. What an agent's screen looks like is data, in the file of its profile. Uses snapshots of
/// panes, and runs nothing. Start with [dev.nudge.delivery.screen.ScreenClassifier].
@NullMarked
package dev.nudge.delivery.screen;

import org.jspecify.annotations.NullMarked;
