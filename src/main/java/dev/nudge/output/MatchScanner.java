package dev.nudge.output;

import dev.nudge.output.search.ContextLines;
import dev.nudge.output.search.LineSearch;
import dev.nudge.output.search.Patience;
import dev.nudge.terminal.text.LineStyle;
import java.io.IOException;

/// Looks for a pattern in a log, and shows its matches on a page.
final class MatchScanner implements LogScan {
    private final MatchPage page;
    private final ContextLines lines;
    private final LineSearch search;

    MatchScanner(Part.Matching wanted, LineStyle style, MatchPage page, Patience patience) {
        this.page = page;
        LineStyle searched = style == LineStyle.READABLE ? style : LineStyle.RAW;
        this.lines = new ContextLines(wanted.context(), page);
        this.search = new LineSearch(wanted.pattern(), searched, lines, patience);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        search.write(bytes, offset, length);
    }

    @Override
    public void passHole(long from, long to) throws IOException {
        search.end();
        lines.interrupt();
        page.passHole();
    }

    @Override
    public void end() throws IOException {
        search.end();
    }

    /// All matches are counted, also those for which there is no room.
    @Override
    public boolean isDone() {
        return false;
    }
}
