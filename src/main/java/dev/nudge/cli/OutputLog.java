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

    /// Copies all bytes from this offset on.
    ///
    /// @return how many bytes were left out
    long copy(long from, OutputStream out) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            if (from >= holeTo) {
                copyRest(channel, from, out);
                return 0;
            }
            WritableByteChannel target = Channels.newChannel(out);
            for (long at = from; at < Math.min(holeFrom, channel.size()); ) {
                at += channel.transferTo(at, holeFrom - at, target);
            }
            copyRest(channel, holeTo, out);
            return holeTo - Math.max(from, holeFrom);
        }
    }

    private static void copyRest(FileChannel channel, long from, OutputStream out)
            throws IOException {
        channel.position(from);
        Channels.newInputStream(channel).transferTo(out);
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
