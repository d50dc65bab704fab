package dev.nudge.terminal.grid;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final EncodedLine.Encoder encoder = new EncodedLine.Encoder();
    private final ArrayList<Chunk> chunks = new ArrayList<>();
    private @Nullable Chunk spare;
    private int dropped;
    private int size;

    /// @param limit the most lines kept, 0 or more
    public History(int limit) {
        this.limit = limit;
    }

    public int size() {
        return size;
    }

    public long bytes() {
        return chunks.stream().mapToLong(Chunk::size).sum();
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

    private Chunk writable() {
        if (!chunks.isEmpty() && chunks.getLast().hasRoomFor(encoder)) {
            return chunks.getLast();
        }
        chunks.add(fresh());
        while (chunks.size() > 2 && bytes() > MAX_BYTES) {
            size -= chunks.getFirst().lines - dropped;
            dropFirstChunk();
        }
        return chunks.getLast();
    }

    /// Returns an empty chunk, reusing the memory of a dropped one; otherwise a busy terminal would
    /// need twice as much before it is collected.
    private Chunk fresh() {
        Chunk reused = spare;
        if (reused != null) {
            spare = null;
            reused.clear();
            return reused;
        }
        // The first takes little memory, the others become as full as the one before.
        return chunks.isEmpty() ? new Chunk(1024, 16) : chunks.getLast().another();
    }

    private void dropOldest() {
        size--;
        dropped++;
        if (dropped == chunks.getFirst().lines) {
            dropFirstChunk();
        }
    }

    private void dropFirstChunk() {
        spare = chunks.removeFirst();
        dropped = 0;
    }

    public void clear() {
        chunks.clear();
        spare = null;
        dropped = 0;
        size = 0;
    }

    /// Returns whether the last line continues on the screen.
    public boolean goesOn() {
        return size > 0 && chunks.getLast().last().isWrapped;
    }

    /// Removes the last line and returns it, with all its rows, as one row.
    public Row takeLastLine() {
        Deque<EncodedLine> lines = new ArrayDeque<>();
        do {
            lines.addFirst(chunks.getLast().last());
            removeLast();
        } while (goesOn() && lines.size() < MAX_JOINED);
        return joined(lines);
    }

    private void removeLast() {
        Chunk last = chunks.getLast();
        last.removeLast();
        size--;
        if (last.lines == 0 || size == 0) {
            chunks.removeLast();
            dropped = size == 0 ? 0 : dropped;
        }
    }

    private static Row joined(Iterable<EncodedLine> lines) {
        RowBuilder builder = new RowBuilder();
        lines.forEach(line -> line.appendTo(builder));
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
        for (Chunk chunk : chunks) {
            for (int i = first; i < chunk.lines; i++) {
                EncodedLine line = chunk.line(i);
                text.append(line.text());
                if (!line.isWrapped) {
                    text.append('\n');
                }
            }
            first = 0;
        }
    }

    private final class LineCursor {
        private int chunk = chunks.size() - 1;
        private int line = chunks.isEmpty() ? 0 : chunks.getLast().lines;

        boolean hasPrevious() {
            return chunk > 0 || line > dropped;
        }

        Line previousLine(int columns) {
            Deque<EncodedLine> lines = new ArrayDeque<>();
            EncodedLine last = step();
            lines.addFirst(last);
            while (hasPrevious() && peek().isWrapped && lines.size() < MAX_JOINED) {
                lines.addFirst(step());
            }
            if (lines.size() == 1 && last.fits(columns)) {
                return new Line(1, () -> wrapped(lines, columns));
            }
            List<Row> rows = wrapped(lines, columns);
            return new Line(rows.size(), () -> rows);
        }

        private static List<Row> wrapped(Deque<EncodedLine> lines, int columns) {
            List<Row> rows = joined(lines).wrapAt(columns);
            rows.getLast().wrapped(lines.getLast().isWrapped);
            return rows;
        }

        private EncodedLine step() {
            EncodedLine stepped = peek();
            line--;
            if (line == 0 && chunk > 0) {
                chunk--;
                line = chunks.get(chunk).lines;
            }
            return stepped;
        }

        private EncodedLine peek() {
            return chunks.get(chunk).line(line - 1);
        }
    }

    /// Encoded lines one after another, up to [#CAPACITY] bytes, or a single longer one.
    private static final class Chunk {
        /// Small enough for a `char` to hold the offset of every line.
        private static final int CAPACITY = 64_000;

        private byte[] bytes;
        private char[] starts;
        private int length;
        private int lines;

        private Chunk(int bytes, int lines) {
            this.bytes = new byte[bytes];
            this.starts = new char[lines];
        }

        Chunk another() {
            return new Chunk(CAPACITY, starts.length);
        }

        boolean hasRoomFor(EncodedLine.Encoder encoder) {
            return lines == 0 || length + encoder.size() <= CAPACITY;
        }

        void clear() {
            lines = 0;
            length = 0;
        }

        void append(EncodedLine.Encoder encoder, boolean isWrapped) {
            if (lines == starts.length) {
                starts = Arrays.copyOf(starts, lines * 2);
            }
            int needed = length + encoder.size();
            if (needed > bytes.length) {
                int doubled = Math.min(CAPACITY, bytes.length * 2);
                bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
            }
            starts[lines++] = (char) length;
            length = encoder.write(bytes, length, isWrapped);
        }

        void removeLast() {
            lines--;
            length = starts[lines];
        }

        EncodedLine line(int index) {
            return new EncodedLine(bytes, starts[index]);
        }

        EncodedLine last() {
            return line(lines - 1);
        }

        /// Returns the bytes that the two arrays hold.
        long size() {
            return bytes.length + 2L * starts.length;
        }
    }
}
