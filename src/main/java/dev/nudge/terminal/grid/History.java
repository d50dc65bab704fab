package dev.nudge.terminal.grid;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rows that have left the screen at its top, encoded, up to a number of lines and of bytes.
/// Beyond that the oldest are lost, and their memory is freed chunk by chunk.
public final class History {
    /// The most rows joined to one line; a longer line is wrapped in parts.
    private static final int MAX_JOINED = 4096;

    /// The most bytes kept, so that long or colourful lines cannot exhaust the memory of the
    /// process that holds the terminal.
    private static final long MAX_BYTES = 48L << 20;

    private final int limit;
    private final LineEncoder encoder = new LineEncoder();
    private final ArrayList<HistoryChunk> chunks = new ArrayList<>();
    private @Nullable HistoryChunk spare;
    private int dropped;
    private int size;

    /// Creates an empty history.
    ///
    /// @param limit the most lines kept, 0 or more
    public History(int limit) {
        this.limit = limit;
    }

    /// Returns the number of lines.
    public int size() {
        return size;
    }

    /// Returns the bytes that the lines take.
    public long bytes() {
        return chunks.stream().mapToLong(HistoryChunk::size).sum();
    }

    /// Adds a row as the latest line. The row is encoded, and not kept itself.
    public void append(Row row) {
        if (limit == 0) {
            return;
        }
        encoder.encode(row);
        writable().append(encoder, row.isWrapped());
        size++;
        if (size > limit) {
            dropOldest();
        }
    }

    private HistoryChunk writable() {
        if (!chunks.isEmpty() && chunks.getLast().hasRoomFor(encoder)) {
            return chunks.getLast();
        }
        chunks.add(fresh());
        while (chunks.size() > 2 && bytes() > MAX_BYTES) {
            size -= chunks.getFirst().lines() - dropped;
            dropFirstChunk();
        }
        return chunks.getLast();
    }

    /// Returns an empty chunk, reusing the memory of a dropped one; otherwise a busy terminal would
    /// need twice as much before it is collected.
    private HistoryChunk fresh() {
        HistoryChunk reused = spare;
        if (reused != null) {
            spare = null;
            reused.clear();
            return reused;
        }
        return chunks.isEmpty() ? HistoryChunk.small() : chunks.getLast().another();
    }

    private void dropOldest() {
        size--;
        dropped++;
        if (dropped == chunks.getFirst().lines()) {
            dropFirstChunk();
        }
    }

    private void dropFirstChunk() {
        spare = chunks.removeFirst();
        dropped = 0;
    }

    /// Forgets all lines, and frees their memory.
    public void clear() {
        chunks.clear();
        spare = null;
        dropped = 0;
        size = 0;
    }

    /// Returns whether the last line continues on the screen.
    public boolean goesOn() {
        return size > 0 && chunks.getLast().line(chunks.getLast().lines() - 1).isWrapped();
    }

    /// Removes the last line and returns it, with all its rows, as one row.
    public Row takeLastLine() {
        Deque<LineDecoder> decoders = new ArrayDeque<>();
        do {
            HistoryChunk last = chunks.getLast();
            decoders.addFirst(last.line(last.lines() - 1));
            removeLast();
        } while (goesOn() && decoders.size() < MAX_JOINED);
        return joined(decoders);
    }

    private void removeLast() {
        HistoryChunk last = chunks.getLast();
        last.removeLast();
        size--;
        if (last.lines() == 0 || size == 0) {
            chunks.removeLast();
            dropped = size == 0 ? 0 : dropped;
        }
    }

    private static Row joined(Iterable<LineDecoder> decoders) {
        RowBuilder builder = new RowBuilder();
        decoders.forEach(decoder -> decoder.appendTo(builder));
        return builder.row();
    }

    /// Returns the last rows of the history at a number of columns, rewrapped if necessary; fewer
    /// if there are not that many. The last one may continue on the screen.
    public List<Row> last(int count, int columns) {
        return window(count, count, columns);
    }

    /// Returns rows of the history at a number of columns. Only lines near them are rewrapped, and
    /// only these are kept in memory.
    ///
    /// @param back how many rows before the end of the history to begin; beyond the oldest row,
    ///   begins with that one
    /// @param count how many rows; fewer if the history ends before
    public List<Row> window(int back, int count, int columns) {
        Deque<Line> lines = new ArrayDeque<>();
        LineCursor cursor = new LineCursor();
        int passed = 0;
        long kept = 0;
        while (passed < back && cursor.hasPrevious()) {
            Line line = cursor.previousLine(columns);
            lines.addFirst(line);
            passed += line.rows();
            kept += line.rows();
            long needed = (long) count + Math.max(0, passed - back);
            while (!lines.isEmpty() && kept - lines.getLast().rows() >= needed) {
                kept -= lines.removeLast().rows();
            }
        }
        List<Row> rows = new ArrayList<>();
        lines.forEach(line -> rows.addAll(line.build().get()));
        int first = Math.min(rows.size(), Math.max(0, passed - back));
        return rows.subList(first, (int) Math.min(rows.size(), (long) first + count));
    }

    /// A line whose rows are built only when they are needed.
    ///
    /// @param rows how many rows it takes
    private record Line(int rows, Supplier<List<Row>> build) {}

    /// Appends the text of all lines, each with a line end unless it continues.
    public void appendText(StringBuilder text) {
        int first = dropped;
        for (HistoryChunk chunk : chunks) {
            for (int i = first; i < chunk.lines(); i++) {
                LineDecoder line = chunk.line(i);
                text.append(line.text());
                if (!line.isWrapped()) {
                    text.append('\n');
                }
            }
            first = 0;
        }
    }

    private final class LineCursor {
        private int chunk = chunks.size() - 1;
        private int line = chunks.isEmpty() ? 0 : chunks.getLast().lines();

        boolean hasPrevious() {
            return chunk > 0 || (chunk == 0 && line > dropped);
        }

        Line previousLine(int columns) {
            Deque<LineDecoder> decoders = new ArrayDeque<>();
            LineDecoder last = step();
            decoders.addFirst(last);
            while (hasPrevious() && peek().isWrapped() && decoders.size() < MAX_JOINED) {
                decoders.addFirst(step());
            }
            if (decoders.size() == 1 && last.fits(columns)) {
                return new Line(1, () -> wrapped(decoders, columns));
            }
            List<Row> rows = wrapped(decoders, columns);
            return new Line(rows.size(), () -> rows);
        }

        private static List<Row> wrapped(Deque<LineDecoder> decoders, int columns) {
            List<Row> rows = joined(decoders).wrapAt(columns);
            rows.getLast().wrapped(decoders.getLast().isWrapped());
            return rows;
        }

        private LineDecoder step() {
            LineDecoder decoder = peek();
            if (line == 0) {
                chunk--;
                line = chunks.get(chunk).lines();
            }
            line--;
            return decoder;
        }

        private LineDecoder peek() {
            return line > 0
                    ? chunks.get(chunk).line(line - 1)
                    : chunks.get(chunk - 1).line(chunks.get(chunk - 1).lines() - 1);
        }
    }
}
