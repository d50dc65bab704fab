package dev.nudge.output;

import dev.nudge.output.Part.Head;
import dev.nudge.output.Part.Lines;
import dev.nudge.output.Part.Matching;
import dev.nudge.output.Part.Since;
import dev.nudge.output.Part.Tail;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/// Reads parts of a log that may still grow. What it answers is bounded; the end of a log is found
/// without reading what is before it.
public final class JobLog {
    /// Lines after which other (virtual) threads get their turn.
    private static final int TURN = 2_000;

    private final Path file;
    private final Hole hole;
    private final UnaryOperator<String> style;
    private final int budget;

    /// @param style makes readable text of a line; the identity leaves it as it is
    /// @param budget most characters of an answer
    public JobLog(Path file, Hole hole, UnaryOperator<String> style, int budget) {
        this.file = file;
        this.hole = hole;
        this.style = style;
        this.budget = budget;
    }

    /// Reads a part.
    ///
    /// @throws IOException also if there is no such file
    public Excerpt read(Part part) throws IOException {
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            return switch (part) {
                case Head(int lines) -> numbered(log, 1, lines, "the first lines");
                case Lines(long from, long to) -> numbered(log, from, to, range(from, to));
                case Since(long offset) -> since(log, offset);
                case Tail(int lines) -> tail(log, lines);
                case Matching matching -> matching(log, matching);
            };
        }
    }

    private static String range(long from, long to) {
        return to == Long.MAX_VALUE
                ? "line %d to the end".formatted(from)
                : "lines %d to %d".formatted(from, to);
    }

    private Excerpt numbered(SeekableByteChannel log, long from, long to, String what)
            throws IOException {
        LineScanner scanner = new LineScanner(log, hole, 0);
        Page page = new Page(style, budget);
        long end = 0;
        for (Optional<RawLine> next = scanner.next(); next.isPresent(); next = scanner.next()) {
            RawLine line = next.get();
            if (line.number() > to) {
                break;
            }
            if (line.number() >= from && !page.add(line)) {
                return page.excerpt(
                        what,
                        "It continues in line %d: read on from there.".formatted(line.number()),
                        end);
            }
            end = line.end();
        }
        return page.excerpt(what, "", end);
    }

    private Excerpt since(SeekableByteChannel log, long offset) throws IOException {
        long start = Math.min(offset, log.size());
        LineScanner scanner = new LineScanner(log, hole.from(start), start);
        Page page = new Page(style, budget);
        long end = start;
        for (Optional<RawLine> next = scanner.next(); next.isPresent(); next = scanner.next()) {
            if (!page.add(next.get())) {
                return page.excerpt(
                        "what is new",
                        "%d more bytes are new: read once more.".formatted(log.size() - end),
                        end);
            }
            end = next.get().end();
        }
        return page.excerpt("what is new", "", end);
    }

    private Excerpt tail(SeekableByteChannel log, int lines) throws IOException {
        long start = startOfLastLines(log, lines, log.size());
        LineScanner scanner = new LineScanner(log, hole, start);
        LastPage page = new LastPage(style, budget);
        for (Optional<RawLine> next = scanner.next(); next.isPresent(); next = scanner.next()) {
            page.add(next.get());
        }
        return page.excerpt(log.position());
    }

    /// Never looks at more bytes than an answer could hold, lines of blanks apart.
    private long startOfLastLines(SeekableByteChannel log, int lines, long size)
            throws IOException {
        long least = Math.max(hole.to(), size - 16L * budget);
        // The line end of the last line ends it; it does not begin another.
        return LogBlocks.startOfLines(log, size - 1, lines, least);
    }

    private Excerpt matching(SeekableByteChannel log, Matching wanted) throws IOException {
        LineScanner scanner = new LineScanner(log, hole, 0);
        MatchPage page = new MatchPage(style, budget, wanted);
        long end = 0;
        for (Optional<RawLine> next = scanner.next(); next.isPresent(); next = scanner.next()) {
            page.add(next.get());
            end = next.get().end();
            if (next.get().number() % TURN == 0) {
                LockSupport.parkNanos(1);
            }
        }
        return page.excerpt(end);
    }
}
