package dev.nudge.terminal;

import java.util.Arrays;

/// Encoded lines one after another, up to about 64 KiB of them.
final class HistoryChunk {
    private static final int INITIAL_BYTES = 1024;
    private static final int INITIAL_LINES = 16;

    /// A line may begin at any place that a `char` can hold.
    private static final int FULL = 60_000;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private char[] starts = new char[INITIAL_LINES];
    private int length;
    private int lines;

    boolean isFull() {
        return length >= FULL;
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
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        starts[lines++] = (char) length;
        length = encoder.write(bytes, length, isWrapped);
    }

    /// Gives back what is not used; called when nothing more will be appended.
    void trim() {
        bytes = Arrays.copyOf(bytes, length);
        starts = Arrays.copyOf(starts, lines);
    }

    void removeLast() {
        lines--;
        length = starts[lines];
    }

    LineReader line(int index) {
        return new LineReader(bytes, starts[index]);
    }

    /// Bytes that the two arrays hold.
    long size() {
        return bytes.length + 2L * starts.length;
    }
}
