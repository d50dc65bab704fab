package dev.nudge.output;

import dev.nudge.store.LogHole;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a job's output log by offset. Parts given back to the file system are left out, even if
/// that happens during reading. For one thread.
public final class LogReader {
    private static final int COPIED = 256 << 10;

    private final Path file;
    private LogHole hole;

    /// Takes bytes, in order.
    public interface Sink {
        void write(byte[] bytes, int offset, int length) throws IOException;
    }

    /// @param hole the part that has been given back so far
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

    /// Returns the current length, including the hole.
    public long size() throws IOException {
        return Files.size(file);
    }

    /// Returns where complete output ends: before a character or an escape sequence that is half
    /// written.
    public long wholeEnd() throws IOException {
        return LogBlocks.wholeEnd(file);
    }

    /// Copies the bytes between two offsets. Ends earlier if the log has become shorter meanwhile.
    ///
    /// @return how many bytes were left out
    public long copy(long from, long to, Sink out) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(Math.clamp(to - from, 1, COPIED));
        long missing = 0;
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            for (long at = from; at < to; ) {
                long skipped = Math.max(at, Math.min(to, behindHole(at)));
                missing += skipped - at;
                LogBlocks.fill(channel, skipped, block, (int) Math.min(COPIED, to - skipped));
                int length = block.position();
                if (length == 0) {
                    break;
                }
                missing += write(block.array(), skipped, length, out);
                at = skipped + length;
            }
        }
        return missing;
    }

    /// Returns the offset itself, or the end of the hole if the offset lies in it.
    public long behindHole(long offset) {
        return offset >= hole.from() && offset < hole.to() ? hole.to() : offset;
    }

    /// Passes on what was read at an offset, without the zeros of a hole that was made during the
    /// read.
    ///
    /// @return how many bytes were left out
    private int write(byte[] bytes, long at, int length, Sink out) throws IOException {
        look();
        int from = Math.clamp(hole.from() - at, 0, length);
        int to = Math.clamp(hole.to() - at, from, length);
        out.write(bytes, 0, from);
        out.write(bytes, to, length - to);
        return to - from;
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

    /// Returns the offset at which the line containing this offset begins, but no less than a
    /// limit.
    ///
    /// @param least where to stop, at most the offset; returned if the line begins before it
    public long startOfLine(long offset, long least) throws IOException {
        look();
        if (behindHole(offset) != offset) {
            return hole.to();
        }
        return offset == 0 ? 0 : start(offset, 1, least);
    }

    private long start(long before, int count, long least) throws IOException {
        long stop = before >= hole.to() ? Math.max(least, hole.to()) : least;
        return LogBlocks.startOfLines(file, before, count, stop);
    }

    /// Returns whether a line begins at this offset, which may be the first one behind the hole.
    public boolean isLineStart(long offset) throws IOException {
        if (offset == 0 || offset == hole.to()) {
            return true;
        }
        byte[] before = LogBlocks.read(file, offset - 1, 1);
        // The log may have been emptied meanwhile.
        return before.length == 0 || before[0] == '\n';
    }

    /// Returns the offset at which the `count` lines that begin at an offset end; at most `end`, or
    /// `end` itself if they continue after the hole.
    public long endOfLines(int count, long from, long end) throws IOException {
        look();
        long most = from < hole.from() ? Math.min(end, hole.from()) : end;
        long found = LogBlocks.endOfLines(file, from, count, most);
        return found < most ? found : end;
    }

    /// Returns the start of a line some bytes before an offset; not across the hole.
    ///
    /// @param end not in the hole
    public long startOfBlock(long end, int size) throws IOException {
        long start = startOfLine(Math.max(0, end - size));
        return end >= hole.to() ? Math.max(hole.to(), start) : start;
    }

    /// Returns where the data before this offset ends: the offset itself, or the start of the hole.
    public long endBefore(long offset) {
        return hole.to() > hole.from() && offset == hole.to() ? hole.from() : offset;
    }
}
