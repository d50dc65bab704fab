package dev.nudge.exec;

import com.pty4j.WinSize;
import com.pty4j.unix.Pty;
import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.nudge.job.WindowSize;
import java.io.IOException;
import java.io.OutputStream;

/// The terminal emulator's end of a pseudo-terminal; pty(7) calls it the master. It is opened
/// without a process: anyone who opens the other end by its name gets a terminal with the right
/// size from the start.
public final class PtyDevice implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private static final int INTERRUPTED = 4;
    private static final int IO_ERROR = 5;

    private final Pty pty;
    private final Memory buffer = new Memory(BUFFER);
    private final OutputStream out;

    private PtyDevice(Pty pty) {
        this.pty = pty;
        this.out = pty.getOutputStream();
    }

    /// Opens a pseudo-terminal.
    ///
    /// @throws IOException if none is available, or the native library cannot be loaded; the
    ///   message is one line
    public static PtyDevice open(WindowSize size) throws IOException {
        try {
            PtyDevice device = new PtyDevice(new Pty());
            device.resize(size);
            return device;
        } catch (LinkageError | RuntimeException e) {
            throw new IOException("pty4j cannot be used: " + firstLine(e), e);
        }
    }

    private static String firstLine(Throwable e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("no reason given");
    }

    /// Returns the path of the other end, `/dev/pts/5`.
    public String name() {
        return pty.getSlaveName();
    }

    /// Reads the output of programs. Blocks until there is some. For one thread only.
    ///
    /// @param target as long as may be read at once, 64 KiB at most
    /// @return how many bytes, 1 or more; -1 once the other end has been opened and nobody has it
    ///   open any more
    public int read(byte[] target) throws IOException {
        while (true) {
            try {
                int length = NativeRead.read(pty.getMasterFD(), buffer, target.length);
                buffer.read(0, target, 0, length);
                return length == 0 ? -1 : length;
            } catch (LastErrorException e) {
                if (e.getErrorCode() == IO_ERROR) {
                    return -1;
                }
                if (e.getErrorCode() != INTERRUPTED) {
                    throw new IOException(e);
                }
            }
        }
    }

    /// Types the bytes. Blocks while the programs do not read and the terminal is full, at some
    /// kilobytes.
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /// Changes the size; the foreground programs get SIGWINCH.
    public void resize(WindowSize size) throws IOException {
        pty.setWindowSize(new WinSize(size.columns(), size.rows()), null);
    }

    /// Closes this end: the kernel hangs the terminal up. A blocking [#read] delays that until it
    /// returns, or the process ends.
    @Override
    public void close() throws IOException {
        pty.close();
    }

    /// The system call read(2). pty4j's own stream of a terminal polls before each read and copies
    /// its buffers through the foreign function interface, which takes ten times as long.
    private static final class NativeRead {
        static {
            Native.register(NativeRead.class, "c");
        }

        private NativeRead() {}

        static native int read(int descriptor, Pointer buffer, int count) throws LastErrorException;
    }
}
