package dev.nudge.console.log;

import dev.nudge.console.FoundJob;
import dev.nudge.output.LogReader;
import dev.nudge.store.LogHole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Parts of a job's log, chosen by offset or by lines, each read without what is before it. A part
/// lies on one side of the hole. For one thread.
public final class LogWindow {
    /// The longest part.
    public static final int MOST = 1 << 20;

    private final LogReader log;

    public LogWindow(FoundJob found) {
        this.log = new LogReader(found.output(), found.hole());
    }

    /// A part of the log.
    ///
    /// @param from offset of its first byte
    /// @param bytes the part
    /// @param size length of the log
    /// @param hole the part that has been given back to the file system; empty if none was
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    public record Part(long from, byte[] bytes, long size, LogHole hole) {
        /// Returns the offset behind its last byte.
        public long to() {
            return from + bytes.length;
        }
    }

    /// Reads bytes; those in the hole are left out.
    ///
    /// @param from offset of the first byte; behind the hole if it is in it
    /// @param length how many at most
    public Part bytes(long from, long length) throws IOException {
        long size = log.size();
        long start = Math.min(log.behindHole(from), size);
        return part(start, Math.min(start + Math.min(length, MOST), size), size);
    }

    /// Reads the last lines before an offset, as many as fit.
    public Part linesBefore(long to, int lines) throws IOException {
        long size = log.size();
        long end = log.endBefore(Math.min(log.behindHole(to), size));
        return part(log.startOfLastLines(lines, end, Math.max(0, end - MOST)), end, size);
    }

    /// Reads lines from the start of the line that contains an offset, as many as fit.
    public Part linesFrom(long from, int lines) throws IOException {
        long size = log.size();
        long start = log.startOfLine(Math.min(from, size));
        return part(start, log.endOfLines(lines, start, Math.min(size, start + MOST)), size);
    }

    private Part part(long from, long to, long size) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LogHole hole = log.hole();
        long end = from < hole.from() ? Math.min(to, hole.from()) : to;
        log.copy(from, end, bytes::write);
        return new Part(from, bytes.toByteArray(), size, log.hole());
    }

    /// Writes the whole log, without the hole.
    public void copy(OutputStream out) throws IOException {
        log.copy(0, log.size(), out::write);
    }
}
