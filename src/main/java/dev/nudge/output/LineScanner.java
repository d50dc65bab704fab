package dev.nudge.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Walks over the lines of a range of a log. A hole in it appears as a line that says so.
final class LineScanner {
    private static final int BLOCK = 64 << 10;

    private final SeekableByteChannel log;
    private final Hole hole;
    private final long to;
    private final LongLine line;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK).limit(0);
    private long position;
    private long number;

    /// @param start offset of the first byte
    /// @param to offset after the last byte
    /// @param line collects each line; its first line has begun
    LineScanner(SeekableByteChannel log, Hole hole, long start, long to, LongLine line)
            throws IOException {
        this.log = log;
        this.hole = hole;
        this.to = to;
        this.position = start;
        this.line = line;
        log.position(start);
    }

    /// Returns the next line; empty at the end.
    Optional<RawLine> next() throws IOException {
        if (hole.startsAt(position)) {
            return Optional.of(overHole());
        }
        while (hasByte()) {
            byte b = block.get();
            position++;
            if (b == '\n') {
                return Optional.of(ended(true));
            }
            line.add(b);
            if (hole.startsAt(position)) {
                return Optional.of(ended(false));
            }
        }
        return line.isEmpty() ? Optional.empty() : Optional.of(ended(false));
    }

    private RawLine ended(boolean isComplete) {
        RawLine ended = line.line(++number, position, isComplete);
        line.next();
        return ended;
    }

    private RawLine overHole() throws IOException {
        position = hole.to();
        log.position(position);
        block.limit(0);
        byte[] says = hole.words().getBytes(StandardCharsets.UTF_8);
        return new RawLine(++number, says, RawLine.Before.NOTHING, 0, position, true);
    }

    private boolean hasByte() throws IOException {
        if (position >= to) {
            return false;
        }
        if (block.hasRemaining()) {
            return true;
        }
        block.clear();
        int read = log.read(block);
        block.flip();
        return read > 0;
    }
}
