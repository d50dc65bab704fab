package dev.nudge.terminal.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private final ArrayList<Chunk> chunks = new ArrayList<>();
    private @Nullable Chunk spare;
    private int size;

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
        byte[] line = EncodedLine.encode(row);
        if (chunks.isEmpty() || !chunks.getLast().hasRoomFor(line)) {
            chunks.add(fresh());
            while (chunks.size() > 2 && bytes() > MAX_BYTES) {
                spare = chunks.removeFirst();
                size = (int) (end() - chunks.getFirst().first);
            }
        }
        chunks.getLast().append(line);
        size = Math.min(size + 1, limit);
        if (chunks.getFirst().end() == end() - size) {
            spare = chunks.removeFirst();
        }
    }

    /// Returns an empty chunk, reusing the memory of a dropped one; otherwise a busy terminal would
    /// need twice as much before it is collected.
    private Chunk fresh() {
        // The first takes little memory, the others become as full as the one before.
        Chunk fresh =
                spare != null
                        ? spare
                        : chunks.isEmpty()
                                ? new Chunk(1024, 16)
                                : new Chunk(Chunk.CAPACITY, chunks.getLast().starts.length);
        spare = null;
        fresh.lines = 0;
        fresh.length = 0;
        fresh.first = chunks.isEmpty() ? 0 : end();
        return fresh;
    }

    /// Returns the number behind that of the last line; lines are numbered from the first ever.
    private long end() {
        return chunks.getLast().end();
    }

    public void clear() {
        chunks.clear();
        spare = null;
        size = 0;
    }

    /// Returns whether the last line continues on the screen.
    public boolean goesOn() {
        return size > 0 && line(size - 1).isWrapped;
    }

    /// Removes the last line and returns it, with all its rows, as one row.
    public Row takeLastLine() {
        int start = lineStart(size);
        Row line = joined(start, size);
        while (size > start) {
            size--;
            Chunk last = chunks.getLast();
            last.removeLast();
            if (last.lines == 0 || size == 0) {
                chunks.removeLast();
            }
        }
        return line;
    }

    /// Returns a row by its place among those that are kept.
    private EncodedLine line(int index) {
        long number = end() - size + index;
        int low = 0;
        int high = chunks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (chunks.get(middle).first <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Chunk chunk = chunks.get(low);
        return chunk.line((int) (number - chunk.first));
    }

    /// Returns the first row of the line that ends before this one.
    private int lineStart(int end) {
        int start = end - 1;
        while (start > 0 && end - start < MAX_JOINED && line(start - 1).isWrapped) {
            start--;
        }
        return start;
    }

    private int lineEnd(int start) {
        int end = start + 1;
        while (end < size && end - start < MAX_JOINED && line(end - 1).isWrapped) {
            end++;
        }
        return end;
    }

    private Row joined(int from, int to) {
        RowBuilder builder = new RowBuilder();
        for (int i = from; i < to; i++) {
            line(i).appendTo(builder);
        }
        return builder.row();
    }

    private List<Row> wrapped(int from, int to, int columns) {
        List<Row> rows = joined(from, to).wrapAt(columns);
        rows.getLast().wrapped(line(to - 1).isWrapped);
        return rows;
    }

    /// Returns rows of the history at a number of columns. Only lines near them are rewrapped, and
    /// only these are kept in memory. The last one may continue on the screen.
    ///
    /// @param back how many rows before the end of the history to begin; beyond the oldest row,
    ///   begins with that one
    /// @param count how many rows; fewer if the history ends before
    public List<Row> window(int back, int count, int columns) {
        int line = size;
        int passed = 0;
        while (passed < back && line > 0) {
            int end = line;
            line = lineStart(end);
            boolean isOneRow = end - line == 1 && line(line).fits(columns);
            passed += isOneRow ? 1 : wrapped(line, end, columns).size();
        }
        int first = Math.max(0, passed - back);
        List<Row> rows = new ArrayList<>();
        while (line < size && rows.size() - first < count) {
            int end = lineEnd(line);
            rows.addAll(wrapped(line, end, columns));
            line = end;
        }
        int from = Math.min(rows.size(), first);
        return rows.subList(from, from + Math.min(rows.size() - from, count));
    }

    /// Appends the text of all lines, each with a line end unless it continues.
    public void appendText(StringBuilder text) {
        for (int i = 0; i < size; i++) {
            EncodedLine line = line(i);
            text.append(line.text()).append(line.isWrapped ? "" : "\n");
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

        /// The number of the first line.
        private long first;

        private Chunk(int bytes, int lines) {
            this.bytes = new byte[bytes];
            this.starts = new char[lines];
        }

        boolean hasRoomFor(byte[] line) {
            return lines == 0 || length + line.length <= CAPACITY;
        }

        void append(byte[] line) {
            if (lines == starts.length) {
                starts = Arrays.copyOf(starts, lines * 2);
            }
            int needed = length + line.length;
            if (needed > bytes.length) {
                int doubled = Math.min(CAPACITY, bytes.length * 2);
                bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
            }
            System.arraycopy(line, 0, bytes, length, line.length);
            starts[lines++] = (char) length;
            length = needed;
        }

        void removeLast() {
            lines--;
            length = starts[lines];
        }

        EncodedLine line(int index) {
            return new EncodedLine(bytes, starts[index]);
        }

        long end() {
            return first + lines;
        }

        long size() {
            return bytes.length + 2L * starts.length;
        }
    }
}
