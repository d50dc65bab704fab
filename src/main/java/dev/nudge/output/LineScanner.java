package dev.nudge.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Optional;

/// Walks over the lines of a log, from some byte to where it ends now. A hole in it is a line that
/// says so.
final class LineScanner {
    private static final int BLOCK = 64 << 10;

    /// Most bytes of a line that are kept.
    private static final int LONGEST = 16 << 10;

    private final SeekableByteChannel log;
    private final Hole hole;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK).limit(0);
    private long position;
    private long number;

    /// @param start offset of the first byte of a line
    LineScanner(SeekableByteChannel log, Hole hole, long start) throws IOException {
        this.log = log;
        this.hole = hole;
        this.position = start;
        log.position(start);
    }

    /// Returns the next line; empty at the end.
    Optional<RawLine> next() throws IOException {
        if (hole.startsAt(position)) {
            return Optional.of(overHole());
        }
        ByteArrayOutputStream kept = new ByteArrayOutputStream(128);
        long length = 0;
        while (hasByte()) {
            byte b = block.get();
            position++;
            if (b == '\n') {
                return Optional.of(line(kept, length, true));
            }
            if (b == '\r' && length > LONGEST) {
                kept.reset(); // a long progress bar: what it shows last counts
            }
            length++;
            if (kept.size() < LONGEST) {
                kept.write(b);
            }
            if (hole.startsAt(position)) {
                return Optional.of(line(kept, length, false));
            }
        }
        return length == 0 ? Optional.empty() : Optional.of(line(kept, length, false));
    }

    private RawLine line(ByteArrayOutputStream kept, long length, boolean isComplete) {
        return new RawLine(++number, kept.toByteArray(), length, position, isComplete);
    }

    private RawLine overHole() throws IOException {
        position = hole.to();
        log.position(position);
        block.limit(0);
        byte[] says = hole.words().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new RawLine(++number, says, says.length, position, true);
    }

    private boolean hasByte() throws IOException {
        if (block.hasRemaining()) {
            return true;
        }
        block.clear();
        int read = log.read(block);
        block.flip();
        return read > 0;
    }
}
