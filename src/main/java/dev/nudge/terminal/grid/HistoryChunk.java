package dev.nudge.terminal.grid;

import java.util.Arrays;

/// Encoded lines one after another, up to [#CAPACITY] bytes, or a single longer one.
final class HistoryChunk {
    private static final int INITIAL_BYTES = 1024;
    private static final int INITIAL_LINES = 16;

    /// Small enough for a `char` to hold the offset of every line.
    private static final int CAPACITY = 64_000;

    private byte[] bytes;
    private char[] starts;
    private int length;
    private int lines;

    private HistoryChunk(int bytes, int lines) {
        this.bytes = new byte[bytes];
        this.starts = new char[lines];
    }

    /// Returns a chunk that takes little memory as long as it holds little.
    static HistoryChunk small() {
        return new HistoryChunk(INITIAL_BYTES, INITIAL_LINES);
    }

    /// Returns a chunk that is expected to become as full as this one.
    HistoryChunk another() {
        return new HistoryChunk(CAPACITY, starts.length);
    }

    boolean hasRoomFor(LineEncoder encoder) {
        return lines == 0 || length + encoder.size() <= CAPACITY;
    }

    /// Forgets the lines, and keeps the memory for new ones.
    void clear() {
        lines = 0;
        length = 0;
    }

    int lines() {
        return lines;
    }

    void append(LineEncoder encoder, boolean isWrapped) {
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

    LineDecoder line(int index) {
        return new LineDecoder(bytes, starts[index]);
    }

    /// Returns the bytes that the two arrays hold.
    long size() {
        return bytes.length + 2L * starts.length;
    }
}
