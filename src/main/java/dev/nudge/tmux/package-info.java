/// The only package that runs tmux.
@NullMarked
package dev.nudge.tmux;

import org.jspecify.annotations.NullMarked;
