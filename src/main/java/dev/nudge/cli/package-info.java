/// The program that is started: `Main` decides what it is. Its parts are `cli.carrier`, `cli.pump`
/// and `cli.command`.
@NullMarked
package dev.nudge.cli;

import org.jspecify.annotations.NullMarked;
