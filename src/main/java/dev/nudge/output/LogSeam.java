package dev.nudge.output;

import dev.nudge.output.search.ByteScan;
import dev.nudge.text.Utf8;
import java.io.IOException;
import java.nio.file.Path;

/// Finds offsets where a log can be cut: between two lines or, in a long line, between two
/// characters.
public final class LogSeam {
    private static final int NEAR = 4096;

    private LogSeam() {}

    /// Returns a seam at an offset or shortly before it.
    public static long before(Path log, long offset) throws IOException {
        int length = (int) Math.min(NEAR, offset);
        byte[] bytes = LogBlocks.read(log, offset - length, length);
        int line = ByteScan.lineStart(bytes, bytes.length, 0);
        return line > 0 ? offset - length + line : offset - Utf8.unfinished(bytes, 0, bytes.length);
    }

    /// Returns a seam at an offset or shortly after it.
    public static long behind(Path log, long offset) throws IOException {
        byte[] bytes = LogBlocks.read(log, offset - 1, NEAR);
        int line = ByteScan.lineEnd(bytes, 0, bytes.length);
        return line > 0 && bytes[line - 1] == '\n'
                ? offset - 1 + line
                : offset + Utf8.continued(bytes, 1, bytes.length);
    }
}
