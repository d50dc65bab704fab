package dev.nudge.process;

import java.nio.file.Path;
import java.util.Optional;

/// A pseudo-terminal that is the controlling terminal of a session.
///
/// @param path its file, for example `/dev/pts/3`
record TerminalDevice(Path path) {
    private static final int FIRST_MAJOR = 136;
    private static final int LAST_MAJOR = 143;

    /// Finds the device by its number in `/proc/PID/stat`; empty if there is none or it is not a
    /// pseudo-terminal.
    static Optional<TerminalDevice> of(int number) {
        int major = (number >>> 8) & 0xfff;
        int minor = (number & 0xff) | ((number >>> 12) & 0xfff00);
        return major >= FIRST_MAJOR && major <= LAST_MAJOR
                ? Optional.of(
                        new TerminalDevice(
                                Path.of("/dev/pts/" + (((major - FIRST_MAJOR) << 20) + minor))))
                : Optional.empty();
    }

    /// Returns whether a descriptor that leads to this file, in a process of this terminal's
    /// session, is the terminal.
    boolean isMeantBy(Path target) {
        return target.equals(path) || target.equals(Path.of("/dev/tty"));
    }
}
