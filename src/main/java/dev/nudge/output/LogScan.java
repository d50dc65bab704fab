package dev.nudge.output;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;

/// Takes the bytes of a part of a log, in order.
public interface LogScan extends LogReader.Sink, Flushable, Closeable {
    /// Sets the offset in the output at which the next bytes begin.
    default void at(long offset) {
        // Most do not care.
    }

    /// Takes note of a part that has been given back to the file system.
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

    /// Returns whether no more bytes are wanted.
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
