package dev.nudge.output;

import java.io.IOException;

/// Passes on the lines of a part of a log as they are at last.
final class PlayedScan implements LogScan {
    private final LogScan scan;
    private final PlayedLines lines;

    /// @param start offset of the first byte
    PlayedScan(long start, LogScan scan) {
        this.scan = scan;
        this.lines = new PlayedLines(start, scan);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        lines.write(bytes, offset, length);
    }

    @Override
    public void passHole(long from, long to) throws IOException {
        lines.end();
        scan.passHole(from, to);
        lines.moveTo(to);
    }

    @Override
    public void end() throws IOException {
        lines.end();
        scan.end();
    }

    @Override
    public boolean isDone() {
        return scan.isDone();
    }
}
