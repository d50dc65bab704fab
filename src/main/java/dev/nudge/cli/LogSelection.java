package dev.nudge.cli;

import dev.nudge.output.LineSearch;
import dev.nudge.output.Patience;
import dev.nudge.output.SearchPattern;
import dev.nudge.terminal.PlainText;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What of a log is wanted, and in which form.
///
/// @param lines the last so many lines, or matches; null for all
/// @param since what was written after that; null for everything
/// @param pattern lines in which this is found; null for every line
/// @param context how many lines around each of those
/// @param isText whether lines are to be readable: without escape sequences and what was
///   overwritten
/// @param isJson whether each line is to be a JSON object
record LogSelection(
        @Nullable Integer lines,
        @Nullable Instant since,
        @Nullable SearchPattern pattern,
        int context,
        boolean isText,
        boolean isJson) {
    private static final String GAP = "--\n";
    private static final int BUFFER = 64 << 10;

    /// Returns what takes the lines that are wanted, and brings them into their form. They go out
    /// when it is flushed, or when there are many.
    ///
    /// @param job its number if it is to be named in JSON
    OutputStream shownTo(OutputStream out, OptionalLong job) {
        OutputStream buffered = new BufferedOutputStream(out, BUFFER);
        OutputStream formed = isJson ? new JsonLines(job, buffered) : buffered;
        return isText ? new ReadableLines(formed) : formed;
    }

    /// Returns the same for lines that are text already.
    LogSelection ofText() {
        return new LogSelection(lines, since, pattern, context, false, isJson);
    }

    /// Begins to look for the pattern.
    LineSearch search(SearchPattern found, LineSearch.Found matches) {
        return isText
                ? LineSearch.styled(found, PlainText::readable, matches, Patience.ENDLESS)
                : LineSearch.raw(found, matches);
    }

    /// Returns what lets only those lines through in which the pattern is found.
    ///
    /// @param skipped how many matches at the beginning count as lines that do not match
    OutputStream filtered(SearchPattern found, long skipped, OutputStream shown) {
        return new Grep(
                matches -> search(found, matches), context, skipped, isJson ? "" : GAP, shown);
    }
}
