/// What the end-to-end tests stand on: a tmux server of their own, the real Gemini CLI in it, and a
/// scripted model on loopback. And the jobs of unit tests, in memory and on disk.
@NullMarked
package dev.nudge.testkit;

import org.jspecify.annotations.NullMarked;
