/// Benchmarks: they print what they measure, beside a limit or a peer in the same run. No test
/// calls them.
@NullMarked
package dev.nudge.bench;

import org.jspecify.annotations.NullMarked;
