package dev.nudge.console.log;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.output.LogReader;
import dev.nudge.store.LogHole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalLong;

/// Parts of a job's log, chosen by offset or by lines, each read without what is before it. A part
/// lies on one side of the hole. For one thread.
public final class LogWindow {
    public static final int MOST = 1 << 20;

    /// How far before an offset the start of its line is looked for.
    static final int LOOK_BACK = 64 << 10;

    /// Before an offset behind this one, lines are not counted: that would take longer than anybody
    /// waits for a number.
    private static final long MOST_TO_COUNT = 1L << 30;

    private final LogReader log;

    public LogWindow(FoundJob found) {
        this.log = new LogReader(found.output(), found.hole());
    }

    /// A part of the log.
    ///
    /// @param from offset of its first byte
    /// @param hole the part that has been given back to the file system; empty if none was
    /// @param beginsInLine whether the line of its first byte begins before it
    @SuppressWarnings("ArrayRecordComponent") // a message, compared by nobody
    public record Part(long from, byte[] bytes, long size, LogHole hole, boolean beginsInLine) {
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

    /// Reads the last lines before an offset, as many as fit. If not even one does, the part begins
    /// in that line.
    public Part linesBefore(long to, int lines) throws IOException {
        long size = log.size();
        long end = log.endBefore(Math.min(log.behindHole(to), size));
        long least = Math.max(0, end - MOST);
        return part(seam(log.startOfLastLines(lines, end, least), least), end, size);
    }

    /// Reads lines from the start of the line that contains an offset, as many as fit. If that line
    /// begins more than 64 KiB before the offset, the part begins in it.
    public Part linesFrom(long from, int lines) throws IOException {
        long size = log.size();
        long at = Math.min(from, size);
        long least = Math.max(0, at - LOOK_BACK);
        long start = seam(log.startOfLine(at, least), least);
        long end = log.endOfLines(lines, start, Math.min(size, start + MOST));
        return part(start, end < start + MOST ? end : LogReader.cutBefore(log.file(), end), size);
    }

    /// Returns the number of the line that contains an offset, from 1 on; empty if too much is
    /// before it, or a part of that has been given back to the file system. Blocks for about a
    /// second at most.
    public OptionalLong lineAt(long offset) throws IOException {
        long end = Math.min(offset, log.size());
        LogHole hole = log.hole();
        if (end > MOST_TO_COUNT || (hole.to() > hole.from() && hole.from() < end)) {
            return OptionalLong.empty();
        }
        long[] line = {1};
        log.copy(
                0,
                end,
                (bytes, from, length) -> {
                    for (int i = from; i < from + length; i++) {
                        line[0] += bytes[i] == '\n' ? 1 : 0;
                    }
                });
        return OptionalLong.of(line[0]);
    }

    /// Returns where to begin: after the character that begins before the place up to which the
    /// start of a line was looked for.
    private long seam(long start, long least) throws IOException {
        return start > least || least == 0 ? start : LogReader.cutBehind(log.file(), least);
    }

    private Part part(long from, long to, long size) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LogHole hole = log.hole();
        long end = from < hole.from() ? Math.min(to, hole.from()) : to;
        log.copy(from, end, bytes::write);
        boolean beginsInLine = from > 0 && !log.isLineStart(from);
        return new Part(from, bytes.toByteArray(), size, log.hole(), beginsInLine);
    }

    public void copy(OutputStream out) throws IOException {
        log.copy(0, log.size(), out::write);
    }
}
