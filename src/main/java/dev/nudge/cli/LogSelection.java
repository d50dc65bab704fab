package dev.nudge.cli;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What of a log is wanted.
///
/// @param lines the last so many lines, or matches; null for all
/// @param since what was written after that; null for everything
/// @param pattern lines in which this is found; null for every line
/// @param context how many lines around each of those
record LogSelection(
        @Nullable Integer lines, @Nullable Instant since, @Nullable Pattern pattern, int context) {}
