package dev.nudge.output;

import dev.nudge.terminal.text.PlainText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/// Reads a log block by block, also backwards.
public final class LogBlocks {
    private static final int BLOCK = 64 << 10;

    /// A longer escape sequence counts as text.
    private static final int LONGEST_SEQUENCE = 4096;

    private LogBlocks() {}

    /// Returns where the last `count` lines before an offset begin. A long log takes no longer than
    /// a short one.
    ///
    /// @param before offset before which line ends are looked for
    /// @param count how many line ends back, at least 1
    /// @param least where to stop; returned if there are fewer line ends
    public static long startOfLines(SeekableByteChannel log, long before, int count, long least)
            throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        int left = count;
        for (long end = before; end > least; ) {
            long start = Math.max(least, end - BLOCK);
            fill(log, start, block, (int) (end - start));
            for (int i = (int) (end - start) - 1; i >= 0; i--) {
                if (block.get(i) == '\n' && --left == 0) {
                    return start + i + 1;
                }
            }
            end = start;
        }
        return least;
    }

    /// Returns where `count` lines end that begin at an offset.
    ///
    /// @param most where to stop, at or after that offset; returned if there are fewer line ends
    public static long endOfLines(SeekableByteChannel log, long from, int count, long most)
            throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        int left = count;
        long at = from;
        while (left > 0 && at < most) {
            fill(log, at, block, (int) Math.min(BLOCK, most - at));
            int length = block.position();
            int end = 0;
            for (; left > 0 && end < length; left -= block.get(end - 1) == '\n' ? 1 : 0) {
                end = ByteScan.lineEnd(block.array(), end, length);
            }
            at = length == 0 ? most : at + end;
        }
        return at;
    }

    /// Reads this many bytes at an offset; fewer if the log ends there. They are in the block from
    /// 0 to its position.
    public static void fill(SeekableByteChannel log, long at, ByteBuffer block, int length)
            throws IOException {
        block.clear().limit(length);
        log.position(at);
        while (block.hasRemaining() && log.read(block) >= 0) {
            // Until the block is full; a log only grows.
        }
    }

    /// Returns where the complete part ends: before a half-written character or escape sequence.
    public static long wholeEnd(SeekableByteChannel log) throws IOException {
        long size = log.size();
        int length = (int) Math.min(size, LONGEST_SEQUENCE);
        ByteBuffer last = ByteBuffer.allocate(length);
        fill(log, size - length, last, length);
        int read = last.position();
        return size - length + read - PlainText.unfinished(last.array(), read);
    }

    /// Returns whether a line begins at this offset.
    static boolean isLineStart(SeekableByteChannel log, long offset) throws IOException {
        ByteBuffer before = ByteBuffer.allocate(1);
        if (offset > 0) {
            fill(log, offset - 1, before, 1);
        }
        return offset == 0 || before.get(0) == '\n';
    }
}
