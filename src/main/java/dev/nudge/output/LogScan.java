package dev.nudge.output;

import java.io.IOException;

/// Takes the bytes of a part of a log, in order.
interface LogScan extends PlayedLines.Sink {
    /// Takes note that a part is missing.
    ///
    /// @param from offset of its first byte
    /// @param to offset behind its last byte
    void passHole(long from, long to) throws IOException;

    /// Takes note that nothing more comes.
    void end() throws IOException;

    /// Returns whether it wants no more.
    boolean isDone();
}
