/// The entry point of the Java part: `Main` decides what to run. Its parts are `cli.command` and
/// `cli.registration`.
@NullMarked
package dev.nudge.cli;

import org.jspecify.annotations.NullMarked;
