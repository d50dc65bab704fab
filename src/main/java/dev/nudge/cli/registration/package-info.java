/// Registers nudge with agents, by commands of theirs and by edits of their settings. Each agent's
/// file says how. Start reading at [dev.nudge.cli.registration.Registrar].
@NullMarked
package dev.nudge.cli.registration;

import org.jspecify.annotations.NullMarked;
