/// Identity, parents and environment of processes. The only package that reads /proc.
@NullMarked
package dev.nudge.process;

import org.jspecify.annotations.NullMarked;
