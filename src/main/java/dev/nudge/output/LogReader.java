package dev.nudge.output;

import dev.nudge.output.search.ByteScan;
import dev.nudge.store.LogHole;
import dev.nudge.terminal.text.PlainText;
import dev.nudge.text.Utf8;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a job's output log by offset. Parts given back to the file system are left out, even if
/// that happens during reading. The log may grow meanwhile. For one thread.
public final class LogReader {
    private static final int COPIED = 256 << 10;
    private static final int BLOCK = 64 << 10;

    /// Most logs have a line end or an escape sequence within this many bytes.
    private static final int NEAR = 4096;

    /// A longer escape sequence counts as text.
    private static final int LONGEST_SEQUENCE = 1 << 20;

    private static final int STEP = 16;
    private static final int ESC = 0x1b;

    private final Path file;
    private LogHole hole;

    /// Takes bytes, in order.
    public interface Sink {
        void write(byte[] bytes, int offset, int length) throws IOException;

        /// Sets the offset in the output at which the next bytes begin.
        default void at(long offset) {}

        /// Takes note of a part that has been given back to the file system.
        default void passHole(long from, long to) throws IOException {}

        default void end() throws IOException {}

        default boolean isDone() {
            return false;
        }
    }

    public LogReader(Path file, LogHole hole) {
        this.file = file;
        this.hole = hole;
    }

    public Path file() {
        return file;
    }

    /// Returns which part has been given back, as of the last read.
    public LogHole hole() {
        return hole;
    }

    /// Looks up which part has been given back by now.
    public LogHole look() {
        hole = LogHole.read(file).orElse(hole.isIn(file) ? hole : LogHole.NONE);
        return hole;
    }

    public long size() throws IOException {
        return Files.size(file);
    }

    /// Returns where complete output ends: before a character or an escape sequence that is half
    /// written.
    public long wholeEnd() throws IOException {
        long size = size();
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

    /// Copies the bytes between two offsets, and returns how many were left out. Ends earlier if
    /// the log has become shorter meanwhile.
    public long copy(long from, long to, Sink out) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(Math.clamp(to - from, 1, COPIED));
        long missing = 0;
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            for (long at = from; at < to; ) {
                long skipped = Math.max(at, Math.min(to, behindHole(at)));
                missing += skipped - at;
                int length = fill(channel, skipped, block, to - skipped);
                if (length == 0) {
                    break;
                }
                missing += write(block.array(), skipped, length, out);
                at = skipped + length;
            }
        }
        return missing;
    }

    /// Passes on what was read, without the zeros of a hole that was made meanwhile. Returns their
    /// number.
    private int write(byte[] bytes, long at, int length, Sink out) throws IOException {
        look();
        int from = Math.clamp(hole.from() - at, 0, length);
        int to = Math.clamp(hole.to() - at, from, length);
        out.write(bytes, 0, from);
        out.write(bytes, to, length - to);
        return to - from;
    }

    /// Returns the offset itself, or the end of the hole if the offset lies in it.
    public long behindHole(long offset) {
        return offset >= hole.from() && offset < hole.to() ? hole.to() : offset;
    }

    /// Returns the offset at which the last lines before an offset begin. Reads backwards, so a
    /// long log costs no more than a short one.
    ///
    /// @param count how many lines; a last line without a line end counts
    /// @param least where to stop; returned if there are fewer lines
    public long startOfLastLines(int count, long end, long least) throws IOException {
        look();
        // The line end of the last line ends it; it does not begin another.
        return count == 0 ? end : start(end - 1, count, least);
    }

    /// Returns the offset at which the line containing this offset begins; in the hole, the offset
    /// behind it.
    public long startOfLine(long offset) throws IOException {
        return startOfLine(offset, 0);
    }

    /// @param least where to stop, at most the offset; returned if the line begins before it
    public long startOfLine(long offset, long least) throws IOException {
        look();
        if (behindHole(offset) != offset) {
            return hole.to();
        }
        return offset == 0 ? 0 : start(offset, 1, least);
    }

    /// @param before offset before which line ends are looked for, also not across the hole
    /// @param count how many line ends back
    private long start(long before, int count, long least) throws IOException {
        long stop = before >= hole.to() ? Math.max(least, hole.to()) : least;
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        int left = count;
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            for (long end = before; end > stop; ) {
                long start = Math.max(stop, end - BLOCK);
                int _ = fill(log, start, block, end - start);
                for (int i = (int) (end - start) - 1; i >= 0; i--) {
                    if (block.get(i) == '\n' && --left == 0) {
                        return start + i + 1;
                    }
                }
                end = start;
            }
        }
        return stop;
    }

    /// Returns whether a line begins at this offset, which may be the first one behind the hole.
    public boolean isLineStart(long offset) throws IOException {
        if (offset == 0 || offset == hole.to()) {
            return true;
        }
        byte[] before = read(file, offset - 1, 1);
        // The log may have been emptied meanwhile.
        return before.length == 0 || before[0] == '\n';
    }

    /// Returns the offset at which the `count` lines that begin at an offset end; at most `end`, or
    /// `end` itself if they continue after the hole.
    public long endOfLines(int count, long from, long end) throws IOException {
        look();
        long most = from < hole.from() ? Math.min(end, hole.from()) : end;
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        int left = count;
        long at = from;
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            while (left > 0 && at < most) {
                int length = fill(log, at, block, most - at);
                int line = 0;
                for (; left > 0 && line < length; left -= block.get(line - 1) == '\n' ? 1 : 0) {
                    line = ByteScan.lineEnd(block.array(), line, length);
                }
                at = length == 0 ? most : at + line;
            }
        }
        return at < most ? at : end;
    }

    /// Returns the start of the line that is `size` bytes before `end`, which must not be in the
    /// hole. If the hole is in between, returns the end of the hole.
    public long startOfBlock(long end, int size) throws IOException {
        long start = startOfLine(Math.max(0, end - size));
        return end >= hole.to() ? Math.max(hole.to(), start) : start;
    }

    /// Returns where the data before this offset ends: the offset itself, or the start of the hole.
    public long endBefore(long offset) {
        return hole.to() > hole.from() && offset == hole.to() ? hole.from() : offset;
    }

    /// Returns where a log can be cut, at an offset or shortly before it: between two lines or, in
    /// a long line, between two characters.
    public static long cutBefore(Path log, long offset) throws IOException {
        int length = (int) Math.min(NEAR, offset);
        byte[] bytes = read(log, offset - length, length);
        int line = ByteScan.lineStart(bytes, bytes.length, 0);
        return line > 0 ? offset - length + line : offset - Utf8.unfinished(bytes, 0, bytes.length);
    }

    /// Returns where a log can be cut like [#cutBefore], at an offset or shortly after it.
    public static long cutBehind(Path log, long offset) throws IOException {
        byte[] bytes = read(log, offset - 1, NEAR);
        int line = ByteScan.lineEnd(bytes, 0, bytes.length);
        return line > 0 && bytes[line - 1] == '\n'
                ? offset - 1 + line
                : offset + Utf8.continued(bytes, 1, bytes.length);
    }

    private static byte[] read(Path file, long at, int length) throws IOException {
        try (SeekableByteChannel log = Files.newByteChannel(file)) {
            return Channels.newInputStream(log.position(at)).readNBytes(length);
        }
    }

    /// Reads as many bytes at an offset as there is room for in the block, at most `most`. Returns
    /// how many there are now, from index 0; fewer if the log ends there.
    private static int fill(SeekableByteChannel log, long at, ByteBuffer block, long most)
            throws IOException {
        block.clear().limit((int) Math.min(block.capacity(), most));
        log.position(at);
        while (block.hasRemaining() && log.read(block) >= 0) {
            // Until the block is full; a log only grows.
        }
        return block.position();
    }
}
