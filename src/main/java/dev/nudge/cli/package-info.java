/// The command line, and the pump between an agent and the daemon.
@NullMarked
package dev.nudge.cli;

import org.jspecify.annotations.NullMarked;
