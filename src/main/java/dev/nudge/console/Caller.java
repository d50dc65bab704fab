package dev.nudge.console;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Hello;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;

/// The program that carries a command line to the daemon, and its surroundings: directory,
/// environment, standard streams and terminal. Commands use nothing of the process that they run
/// in, which is the daemon.
///
/// If the caller leaves, reading and writing fail with [CallerGoneException], and the command's
/// thread is interrupted.
public interface Caller {
    /// A standard stream.
    enum Stream {
        IN,
        OUT,
        ERR
    }

    /// What a standard stream is connected to.
    enum Kind {
        TERMINAL,
        PIPE,
        /// A file, a device, a socket, or nothing.
        OTHER
    }

    /// The end of an attachment.
    enum Attached {
        /// The job's terminal has gone: the job has ended, or is about to.
        ENDED,
        /// The person has detached; the job continues.
        DETACHED,
        /// The job's terminal could not be reached: it has ended before.
        TOO_LATE
    }

    /// Returns its process, directory, environment and umask.
    Hello hello();

    /// Returns the token that the command gave to [#keep] last, in a daemon that has ended since.
    /// The command continues where it was. Empty at the beginning of a command.
    Optional<String> resumed();

    Kind kind(Stream stream);

    /// Returns standard output. Bytes are passed on as they are written, in the order in which they
    /// are written to it and to [#err].
    OutputStream out();

    /// Returns standard error.
    OutputStream err();

    /// Returns standard input, of which nothing is read before it is asked for.
    InputStream in();

    /// Returns the size of its terminal; 80x24 if it has none.
    WindowSize size();

    /// Calls a task when the size has changed; it must not block.
    void onResize(Runnable task);

    /// Takes Ctrl+C from now on, which would otherwise end the caller: the task is called for each.
    void onInterrupt(Runnable task);

    /// Leaves a token with the caller, after everything written before. If this daemon dies, the
    /// caller takes the token to the next one. Without one, the caller reports that the daemon has
    /// ended.
    void keep(String token) throws IOException;

    /// Lets the caller copy bytes of a file to its standard output, after everything written
    /// before. Faster than writing them here.
    ///
    /// @param to offset behind the last byte
    void copy(Path file, long from, long to) throws IOException;

    /// Waits until the caller has written everything so far to its standard output.
    void await() throws IOException;

    /// Shows a job's terminal in the caller's own until the job's ends or the person detaches.
    ///
    /// @param socket of the job's terminal
    /// @throws IOException if the caller has no terminal
    Attached attach(long job, Path socket) throws IOException;
}
