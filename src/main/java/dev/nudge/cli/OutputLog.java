package dev.nudge.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// A job's output log, read by offset. What was given back to the file system is left out.
final class OutputLog {
    private static final int BLOCK = 64 * 1024;

    private final Path file;
    private final long holeFrom;
    private final long holeTo;

    /// @param holeFrom offset of the first byte that was given back
    /// @param holeTo offset behind the last such byte
    OutputLog(Path file, long holeFrom, long holeTo) {
        this.file = file;
        this.holeFrom = holeFrom;
        this.holeTo = holeTo;
    }

    /// Returns how long it is now, with what was left out.
    long size() throws IOException {
        return Files.size(file);
    }

    /// Copies the bytes between two offsets. A log that has become shorter meanwhile ends earlier.
    ///
    /// @return how many bytes were left out
    long copy(long from, long to, OutputStream out) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            copy(channel, from, Math.min(to, holeFrom), out);
            copy(channel, Math.max(from, holeTo), to, out);
            return Math.max(0, Math.min(to, holeTo) - Math.max(from, holeFrom));
        }
    }

    private static void copy(FileChannel channel, long from, long to, OutputStream out)
            throws IOException {
        WritableByteChannel target = Channels.newChannel(out);
        long copied = 1;
        for (long at = from; at < to && copied > 0; at += copied) {
            copied = channel.transferTo(at, to - at, target);
        }
    }

    /// Returns the offset at which the last lines before an offset begin. Reads backwards, so a
    /// long log costs no more than a short one.
    ///
    /// @param count how many lines; a last line without a line end counts
    long startOfLastLines(int count, long end) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            if (count == 0) {
                return end;
            }
            // The line end of the last line ends it; it does not begin another.
            return scanBack(channel, end - 1, count);
        }
    }

    /// Returns the offset at which the line begins that holds this offset.
    long startOfLine(long offset) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return offset == 0 ? 0 : scanBack(channel, offset, 1);
        }
    }

    private long scanBack(SeekableByteChannel channel, long before, int count) throws IOException {
        int left = count;
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long end = before; end > 0; ) {
            if (end == holeTo) {
                return holeTo;
            }
            long start = Math.max(end > holeTo ? holeTo : 0, end - BLOCK);
            read(channel, start, block, (int) (end - start));
            for (int i = (int) (end - start) - 1; i >= 0; i--) {
                if (block.get(i) == '\n' && --left == 0) {
                    return start + i + 1;
                }
            }
            end = start;
        }
        return 0;
    }

    private static void read(SeekableByteChannel channel, long at, ByteBuffer block, int length)
            throws IOException {
        block.clear().limit(length);
        channel.position(at);
        while (block.hasRemaining() && channel.read(block) >= 0) {
            // Until the block is full; the log only grows.
        }
    }
}
