package dev.nudge.output;

import dev.nudge.output.search.ByteScan;
import dev.nudge.terminal.text.PlainText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Reads a log block by block, also backwards.
final class LogBlocks {
    private static final int BLOCK = 64 << 10;

    /// A longer escape sequence counts as text.
    private static final int LONGEST_SEQUENCE = 1 << 20;

    /// Most logs have a line end or an escape sequence within this many bytes.
    private static final int NEAR = 4096;

    private static final int STEP = 16;
    private static final int ESC = 0x1b;

    private LogBlocks() {}

    /// Returns where the last `count` lines before an offset begin. A long log takes no longer than
    /// a short one.
    ///
    /// @param before offset before which line ends are looked for
    /// @param count how many line ends back, at least 1
    /// @param least where to stop; returned if there are fewer line ends
    static long startOfLines(Path file, long before, int count, long least) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        int left = count;
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
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
        }
        return least;
    }

    /// Returns where the `count` lines that begin at an offset end.
    ///
    /// @param most where to stop, at or after that offset; returned if there are fewer line ends
    static long endOfLines(Path file, long from, int count, long most) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        int left = count;
        long at = from;
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            while (left > 0 && at < most) {
                fill(log, at, block, (int) Math.min(BLOCK, most - at));
                int length = block.position();
                int end = 0;
                for (; left > 0 && end < length; left -= block.get(end - 1) == '\n' ? 1 : 0) {
                    end = ByteScan.lineEnd(block.array(), end, length);
                }
                at = length == 0 ? most : at + end;
            }
        }
        return at;
    }

    /// Reads this many bytes at an offset; fewer if the log ends there. They are in the block from
    /// 0 to its position.
    static void fill(SeekableByteChannel log, long at, ByteBuffer block, int length)
            throws IOException {
        block.clear().limit(length);
        log.position(at);
        while (block.hasRemaining() && log.read(block) >= 0) {
            // Until the block is full; a log only grows.
        }
    }

    /// Returns a few bytes at an offset; fewer if the log ends there.
    static byte[] read(Path file, long at, int length) throws IOException {
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            ByteBuffer block = ByteBuffer.allocate(length);
            fill(log, at, block, length);
            return Arrays.copyOf(block.array(), block.position());
        }
    }

    /// Returns where the complete part ends: before a half-written character or escape sequence.
    static long wholeEnd(Path file) throws IOException {
        long size = Files.size(file);
        int length = (int) Math.min(size, NEAR);
        byte[] last = read(file, size - length, length);
        while (length < Math.min(size, LONGEST_SEQUENCE) && mayBeginInSequence(last)) {
            length = (int) Math.min(size, Math.min(LONGEST_SEQUENCE, (long) length * STEP));
            last = read(file, size - length, length);
        }
        return size - length + last.length - PlainText.unfinished(last, last.length);
    }

    /// Returns whether a sequence that began before these bytes may still be open at their end. An
    /// escape byte at the very end may be the first half of its terminator.
    private static boolean mayBeginInSequence(byte[] bytes) {
        for (int i = 0; i < bytes.length - 1; i++) {
            if (bytes[i] == '\n' || bytes[i] == ESC) {
                return false;
            }
        }
        return true;
    }
}
