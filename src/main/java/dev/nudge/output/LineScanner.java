package dev.nudge.output;

import dev.nudge.text.Counted;
import java.nio.charset.StandardCharsets;

/// Walks over the lines of a part of a log. A hole in it appears as a line that says so.
final class LineScanner implements LogScan {
    private final LongLine line;
    private final Lines lines;
    private long position;
    private long number;
    private boolean isDone;

    /// Takes lines, in order.
    interface Lines {
        /// @return whether the next line is wanted too
        boolean add(RawLine line);
    }

    /// @param start offset of the first byte
    /// @param line collects each line; its first line has begun
    LineScanner(long start, LongLine line, Lines lines) {
        this.position = start;
        this.line = line;
        this.lines = lines;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length && !isDone; i++) {
            position++;
            if (bytes[i] == '\n') {
                pass(true);
            } else {
                line.add(bytes[i]);
            }
        }
    }

    @Override
    public void at(long offset) {
        position = offset;
    }

    private void pass(boolean isComplete) {
        isDone = !lines.add(line.line(++number, position, isComplete));
        line.next();
    }

    @Override
    public void passHole(long from, long to) {
        end();
        position = to;
        byte[] words =
                "[… %s missing: the log was over its bound …]"
                        .formatted(Counted.are(to - from, "byte"))
                        .getBytes(StandardCharsets.UTF_8);
        isDone =
                isDone
                        || !lines.add(
                                new RawLine(++number, words, RawLine.Before.NOTHING, 0, to, true));
    }

    @Override
    public void end() {
        if (!line.isEmpty() && !isDone) {
            pass(false);
        }
    }

    @Override
    public boolean isDone() {
        return isDone;
    }
}
