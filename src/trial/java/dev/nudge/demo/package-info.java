/// The demonstration of `scripts/demo`.
@NullMarked
package dev.nudge.demo;

import org.jspecify.annotations.NullMarked;
