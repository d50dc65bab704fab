package dev.nudge.exec;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/// The system call read(2). pty4j's own stream of a terminal polls before each read and copies its
/// buffers through the foreign function interface, which takes ten times as long.
final class NativeRead {
    static {
        Native.register(NativeRead.class, "c");
    }

    private NativeRead() {}

    /// Reads up to so many bytes; blocks until there is at least one.
    ///
    /// @return how many were read; 0 at the end
    /// @throws LastErrorException with the number of the error (errno)
    static native int read(int descriptor, Pointer buffer, int count) throws LastErrorException;
}
