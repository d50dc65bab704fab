package dev.nudge.output;

import dev.nudge.output.Part.Head;
import dev.nudge.output.Part.Lines;
import dev.nudge.output.Part.Matching;
import dev.nudge.output.Part.Since;
import dev.nudge.output.Part.Tail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Reads parts of a log that may still grow. Answers are limited in size; the end of a log is found
/// without reading what is before it.
public final class JobLog {
    private static final int BLOCK = 256 << 10;

    private final Path file;
    private final Hole hole;
    private final UnaryOperator<String> style;
    private final int budget;
    private final boolean isGrowing;
    private final boolean isTerminal;

    /// @param style makes a line readable; the identity leaves it as it is. It may change only
    ///   lines with control characters other than tabs
    /// @param budget the most characters of an answer
    /// @param isGrowing whether more may be written: then an incomplete character or escape
    ///   sequence at the end is left for later
    /// @param isTerminal whether a terminal wrote it
    public JobLog(
            Path file,
            Hole hole,
            UnaryOperator<String> style,
            int budget,
            boolean isGrowing,
            boolean isTerminal) {
        this.file = file;
        this.hole = hole;
        this.style = style;
        this.budget = budget;
        this.isGrowing = isGrowing;
        this.isTerminal = isTerminal;
    }

    /// Reads a part. For a binary log, whichever part is wanted, the answer is only its length.
    ///
    /// @throws IOException also if there is no such file
    public Excerpt read(Part part) throws IOException {
        return read(part, Patience.ENDLESS);
    }

    /// Reads a part, for as long as the patience lasts.
    ///
    /// @throws IOException also if there is no such file
    public Excerpt read(Part part, Patience patience) throws IOException {
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            if (BinaryOutput.isIn(log, isTerminal, hole)) {
                return binary(log.size());
            }
            return switch (part) {
                case Head(int lines) -> numbered(log, 1, lines, "the first lines");
                case Lines(long from, long to) -> numbered(log, from, to, range(from, to));
                case Since(long offset) -> since(log, offset);
                case Tail(int lines) -> tail(log, lines);
                case Matching matching -> matching(log, matching, patience);
            };
        }
    }

    private static Excerpt binary(long size) {
        return new Excerpt("[" + BinaryOutput.words(size) + "]\n", "which is binary", "", size);
    }

    private static String range(long from, long to) {
        return to == Long.MAX_VALUE
                ? "line %d to the end".formatted(from)
                : "lines %d to %d".formatted(from, to);
    }

    private Excerpt numbered(SeekableByteChannel log, long from, long to, String what)
            throws IOException {
        LineScanner scanner = new LineScanner(log, hole, 0, end(log), LongLine.start());
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
        long to = end(log);
        long start = Math.min(offset, to);
        LineScanner scanner = new LineScanner(log, hole.from(start), start, to, LongLine.start());
        Page page = new Page(style, budget);
        long end = start;
        for (Optional<RawLine> next = scanner.next(); next.isPresent(); next = scanner.next()) {
            if (!page.add(next.get())) {
                return page.excerpt(
                        "what is new",
                        "%d more bytes are new: read once more.".formatted(to - end),
                        end);
            }
            end = next.get().end();
        }
        return page.excerpt("what is new", "", end);
    }

    /// Returns the end of the part to read: while the job runs, the end of what is complete.
    private long end(SeekableByteChannel log) throws IOException {
        return isGrowing ? LogBlocks.wholeEnd(log) : log.size();
    }

    private Excerpt tail(SeekableByteChannel log, int lines) throws IOException {
        long to = end(log);
        long start = startOfLastLines(log, lines, to);
        boolean isWhole = LogBlocks.isLineStart(log, start) || start == hole.to();
        LineScanner scanner = new LineScanner(log, hole, start, to, LongLine.end(isWhole));
        LastPage page = new LastPage(style, budget);
        for (Optional<RawLine> next = scanner.next(); next.isPresent(); next = scanner.next()) {
            page.add(next.get());
        }
        return page.excerpt(to);
    }

    /// Returns the start of the last lines. Looks at no more bytes than an answer could hold,
    /// except lines of blanks.
    private long startOfLastLines(SeekableByteChannel log, int lines, long size)
            throws IOException {
        long least = Math.max(hole.to(), size - 16L * budget);
        // A line end ends its line; it does not begin another.
        return LogBlocks.startOfLines(log, size - 1, lines, least);
    }

    private Excerpt matching(SeekableByteChannel log, Matching wanted, Patience patience)
            throws IOException {
        MatchPage page = new MatchPage(style, budget);
        ContextLines lines = new ContextLines(wanted.context(), page);
        LineSearch search = LineSearch.styled(wanted.pattern(), style, lines, patience);
        long to = end(log);
        if (hole.to() > hole.from()) {
            feed(log, 0, hole.from(), search);
            search.end();
            lines.interrupt();
            page.passHole();
        }
        feed(log, hole.to(), to, search);
        search.end();
        return page.excerpt(to);
    }

    private static void feed(SeekableByteChannel log, long from, long to, LineSearch search)
            throws IOException {
        ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK, Math.max(1, to - from)));
        for (long at = from; at < to; at += block.position()) {
            LogBlocks.fill(log, at, block, (int) Math.min(block.capacity(), to - at));
            if (block.position() == 0) {
                return;
            }
            search.take(block.array(), 0, block.position());
        }
    }
}
