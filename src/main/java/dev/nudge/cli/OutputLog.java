package dev.nudge.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// A job's output log, read by offset.
final class OutputLog {
    private static final int BLOCK = 64 * 1024;

    private final Path file;

    OutputLog(Path file) {
        this.file = file;
    }

    /// Copies all bytes from this offset on.
    void copy(long from, OutputStream out) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(from);
            Channels.newInputStream(channel).transferTo(out);
        }
    }

    /// Returns the offset at which the last lines begin. Reads backwards, so a long log costs no
    /// more than a short one.
    ///
    /// @param count how many lines; a last line without a line end counts
    long startOfLastLines(int count) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long end = channel.size();
            if (count == 0) {
                return end;
            }
            // The line end of the last line ends it; it does not begin another.
            return scanBack(channel, end - 1, count);
        }
    }

    private static long scanBack(SeekableByteChannel channel, long before, int count)
            throws IOException {
        int left = count;
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long end = before; end > 0; ) {
            long start = Math.max(0, end - BLOCK);
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
