package dev.nudge.console.log;

import dev.nudge.console.Caller;
import dev.nudge.output.LogBlocks;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// A job's output log, read by offset. Parts given back to the file system are left out, even if
/// that happens during reading. For one thread.
public final class OutputLog {
    private static final int COPIED = 256 << 10;

    private final Path file;
    private LogHole hole;

    /// @param hole the part that has been given back so far
    public OutputLog(Path file, LogHole hole) {
        this.file = file;
        this.hole = hole;
    }

    /// Returns which part has been given back, as of the last read.
    LogHole hole() {
        return hole;
    }

    /// Returns its current length, including what was left out.
    long size() throws IOException {
        return Files.size(file);
    }

    /// Returns where complete output ends: before a character or an escape sequence that is half
    /// written.
    long wholeEnd() throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return LogBlocks.wholeEnd(channel);
        }
    }

    /// Copies the bytes between two offsets. Ends earlier if the log has become shorter meanwhile.
    ///
    /// @return how many bytes were left out
    long copy(long from, long to, OutputStream out) throws IOException {
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

    /// Lets the caller copy the bytes between two offsets to its standard output. For the log of a
    /// job that has ended, in which no part is given back any more.
    ///
    /// @return how many bytes were left out
    long copy(long from, long to, Caller caller) throws IOException {
        look();
        long before = Math.clamp(hole.from(), from, to);
        long behind = Math.clamp(hole.to(), before, to);
        caller.copy(file, from, before);
        caller.copy(file, behind, to);
        return behind - before;
    }

    /// Returns the offset itself, or the end of the hole if the offset lies in it.
    long behindHole(long offset) {
        return offset >= hole.from() && offset < hole.to() ? hole.to() : offset;
    }

    /// Writes what was read at an offset. Only now is it known how many of the bytes were zeros of
    /// a hole.
    ///
    /// @return how many bytes were left out
    private int write(byte[] bytes, long at, int length, OutputStream out) throws IOException {
        look();
        int from = Math.clamp(hole.from() - at, 0, length);
        int to = Math.clamp(hole.to() - at, from, length);
        out.write(bytes, 0, from);
        out.write(bytes, to, length - to);
        return to - from;
    }

    /// Returns the message about bytes that were left out.
    static String complaint(long missing, long from) {
        return "nudge: %d bytes are missing behind byte %d: the log was over its bound (NUDGE_MAX_LOG), and its middle was given back to the file system."
                .formatted(missing, from);
    }

    /// Counts the bytes between two offsets that have been given back.
    long missing(long from, long to) {
        return Math.max(0, Math.min(to, hole.to()) - Math.max(from, hole.from()));
    }

    private void look() {
        hole = JobStore.readHole(file).orElse(hole);
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
            look();
            // The line end of the last line ends it; it does not begin another.
            return start(channel, end - 1, count);
        }
    }

    /// Returns the offset at which the line containing this offset begins; in the hole, the offset
    /// behind it.
    long startOfLine(long offset) throws IOException {
        look();
        if (behindHole(offset) != offset) {
            return hole.to();
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return offset == 0 ? 0 : start(channel, offset, 1);
        }
    }

    /// Returns the offset at which so many lines end that begin at an offset; at most the end, or
    /// the end itself if they continue after the hole.
    long endOfLines(int count, long from, long end) throws IOException {
        look();
        long most = from < hole.from() ? Math.min(end, hole.from()) : end;
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long found = LogBlocks.endOfLines(channel, from, count, most);
            return found < most ? found : end;
        }
    }

    /// Returns the start of a line some bytes before an offset; not across the hole.
    ///
    /// @param end not in the hole
    long startOfBlock(long end, int size) throws IOException {
        long start = startOfLine(Math.max(0, end - size));
        return end >= hole.to() ? Math.max(hole.to(), start) : start;
    }

    /// Returns where the data before this offset ends: the offset itself, or the start of the hole.
    long endBefore(long offset) {
        return hole.to() > hole.from() && offset == hole.to() ? hole.from() : offset;
    }

    private long start(SeekableByteChannel channel, long before, int count) throws IOException {
        long least = before >= hole.to() ? hole.to() : 0;
        return LogBlocks.startOfLines(channel, before, count, least);
    }
}
