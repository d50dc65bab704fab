package dev.nudge.console.caller;

import dev.nudge.job.WindowSize;
import dev.nudge.protocol.Hello;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The program that carries a command line to the daemon, and its surroundings: directory,
/// environment, standard streams and terminal. Commands use nothing of the process that they run
/// in, which is the daemon.
///
/// If the caller leaves, every operation here fails with [CallerGoneException]. The command's
/// thread is not interrupted, except in [#awaiting]: what it has begun, it finishes.
public interface Caller {
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

    enum Attached {
        /// The job's terminal is closed: the job has ended, or is about to.
        ENDED,
        /// The person has detached; the job continues.
        DETACHED,
        /// Nothing was shown, since the job's terminal could not be reached: it has ended before.
        TOO_LATE
    }

    /// A wait for something that may never come.
    interface Wait<T> {
        T get() throws IOException, InterruptedException;
    }

    /// Returns its process, directory, environment, umask and limits.
    Hello hello();

    /// Returns the token that the command gave to [#keep] last, in a daemon that has ended since.
    /// The command continues where it was. Empty at the beginning of a command.
    Optional<String> resumed();

    Kind kind(Stream stream);

    /// Returns standard output. Bytes are passed on as they are written, in the order in which they
    /// are written to it and to [#err]: write many at a time. Blocks while the caller's reader does
    /// not read.
    OutputStream out();

    OutputStream err();

    /// Returns standard input, of which nothing is read before it is asked for.
    InputStream in();

    /// Asks for the size of its terminal; 80x24 if it has none.
    WindowSize size() throws IOException;

    /// Takes Ctrl+C from now on, which would otherwise end the caller: the task is called for each,
    /// on a thread of its own. It acts first and writes last, since the caller may have to wait for
    /// the reader of its standard output.
    void onInterrupt(Runnable task) throws IOException;

    /// Leaves a token with the caller, after everything written before. If this daemon dies, the
    /// caller takes the token to the next one. Without one, the caller reports that the daemon has
    /// ended.
    ///
    /// @param token empty: until something is written, the command may be run again from its
    ///   beginning, since it only reads
    void keep(String token) throws IOException;

    /// Leaves a token that replaces the last one once the next write to [#out], or the next copy,
    /// has been carried out. If this daemon dies before, neither happens.
    void keepWithNext(String token) throws IOException;

    /// Writes a message to standard error, and leaves a token in the same step: if this daemon
    /// dies, both have happened, or neither.
    void keepWithError(String token, String message) throws IOException;

    /// Does nothing while the caller is there: for work that takes long, and should not outlast it.
    void requirePresence() throws CallerGoneException;

    /// Waits. The wait is interrupted if the caller leaves.
    <T> T awaiting(Wait<T> wait) throws IOException, InterruptedException;

    /// Lets the caller copy bytes of a file to its standard output, after everything written
    /// before. Faster than writing them here.
    void copy(Path file, long from, long to) throws IOException;

    /// Has the caller write these bytes to its standard output when it ends, however it ends. They
    /// replace those given before; empty for none.
    void atExit(byte[] bytes) throws IOException;

    /// Has the caller end after this time, whatever becomes of this daemon, instead of after that
    /// given before.
    ///
    /// @param limit zero: not any more
    /// @param sentence what it writes to standard error, with its line end
    void endAfter(Duration limit, int code, String sentence) throws IOException;

    /// Has the caller write the next output to standard error if standard output cannot be written.
    /// There, this sentence (without a full stop) and the reason precede it.
    void ifUnwritten(String sentence) throws IOException;

    /// Waits until the caller has written everything so far to its standard output.
    void await() throws IOException;

    /// Shows a job's terminal in the caller's own until the job's ends or the person detaches.
    ///
    /// @param all whether to show all that was written so far, not only what is on the screen
    /// @throws IOException if the caller has no terminal
    Attached attach(long job, Path socket, boolean all) throws IOException;

    /// Has a file edited in the caller's terminal, and returns the exit code of the editor.
    ///
    /// @param editor its words, as a shell reads them
    int edit(String editor, Path file) throws IOException;

    /// Thrown when the program that carries a command has left.
    public static final class CallerGoneException extends IOException {
        private static final long serialVersionUID = 1L;

        public CallerGoneException() {
            super("the caller has left");
        }
    }
}
