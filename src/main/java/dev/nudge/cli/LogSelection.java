package dev.nudge.cli;

import com.google.re2j.Pattern;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What of a log is wanted, and in which form.
///
/// @param lines the last so many lines, or matches; null for all
/// @param since what was written after that; null for everything
/// @param pattern lines in which this is found; null for every line
/// @param context how many lines around each of those
/// @param isJson whether each line is to be a JSON object
record LogSelection(
        @Nullable Integer lines,
        @Nullable Instant since,
        @Nullable Pattern pattern,
        int context,
        boolean isJson) {
    private static final String GAP = "--\n";
    private static final int BUFFER = 64 << 10;

    /// Returns what takes the lines that are wanted, and brings them into their form. They go out
    /// when it is flushed, or when there are many.
    OutputStream shownTo(OutputStream out) {
        OutputStream buffered = new BufferedOutputStream(out, BUFFER);
        return isJson ? new JsonLines(buffered) : buffered;
    }

    /// Returns what lets only those lines through in which the pattern is found.
    ///
    /// @param matches in how many it is found in all
    OutputStream filtered(Pattern found, long matches, OutputStream shown) {
        long skipped = lines == null ? 0 : Math.max(0, matches - lines);
        return new Grep(found, context, skipped, isJson ? "" : GAP, shown);
    }
}
