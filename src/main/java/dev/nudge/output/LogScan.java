package dev.nudge.output;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/// Takes the bytes of a part of a log, in order.
public interface LogScan extends LogReader.Sink, Flushable, Closeable {
    /// Learns at which offset of the output it is: what is written next begins there.
    default void at(long offset) {
        // Most do not care.
    }

    /// Takes note that a part is missing.
    ///
    /// @param from offset of its first byte
    /// @param to offset behind its last byte
    default void passHole(long from, long to) throws IOException {
        // Most have none.
    }

    /// Takes note that nothing more comes.
    default void end() throws IOException {
        // Nothing is kept back.
    }

    /// Returns whether it wants no more.
    default boolean isDone() {
        return false;
    }

    @Override
    default void flush() throws IOException {
        // Nothing is kept back.
    }

    @Override
    default void close() throws IOException {
        // Nothing is to be done.
    }
}
