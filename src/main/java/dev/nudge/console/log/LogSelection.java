package dev.nudge.console.log;

import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.terminal.text.LineStyle;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The part of a log that is wanted, and its form.
///
/// @param attempt of a job that was started again, what this start of its command has written; from
///   1; null for everything
/// @param lines the last so many lines, or matches; null for all
/// @param since the time after which output counts; null for everything
/// @param pattern found in the lines that are wanted; null for every line
/// @param context how many lines around each match
/// @param isText whether lines are to be readable: without escape sequences and overwritten text
/// @param isJson whether each line is to be a JSON object
public record LogSelection(
        @Nullable Integer attempt,
        @Nullable Integer lines,
        @Nullable Instant since,
        @Nullable SearchPattern pattern,
        int context,
        boolean isText,
        boolean isJson) {
    private static final String GAP = "--\n";
    private static final int BUFFER = 64 << 10;

    boolean isOfPart() {
        return attempt != null || since != null;
    }

    /// Returns whether the log of a single job is shown byte for byte.
    boolean isVerbatim() {
        return !isText && !isJson && pattern == null;
    }

    /// Returns a stream that takes the wanted lines and brings them into their form. They are
    /// passed on when it is flushed, or when there are many. Closing it leaves `out` open.
    ///
    /// @param job its number if each line is to name it
    OutputStream shownTo(OutputStream out, OptionalLong job) {
        OutputStream buffered = new BufferedOutputStream(out, BUFFER);
        return isText || isJson || job.isPresent()
                ? new FormedLines(isText, isJson, job, buffered)
                : buffered;
    }

    /// Returns the same selection for lines that are text already.
    public LogSelection ofText() {
        return new LogSelection(attempt, lines, since, pattern, context, false, isJson);
    }

    /// Closing it leaves open what it passes lines on to.
    LineSearch search(SearchPattern found, LineSearch.Found matches, Patience patience) {
        LineStyle style = isText ? LineStyle.READABLE : LineStyle.RAW;
        return new LineSearch(found, style, matches, patience);
    }

    /// @param skipped as of [Grep]
    Grep grep(long skipped, OutputStream shown) {
        return new Grep(context, skipped, isJson ? "" : GAP, shown);
    }
}
