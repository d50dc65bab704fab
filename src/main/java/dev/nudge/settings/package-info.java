/// The settings of a user: one list of settings, in a file and in the environment. Start reading at
/// [dev.nudge.settings.Setting].
@NullMarked
package dev.nudge.settings;

import org.jspecify.annotations.NullMarked;
