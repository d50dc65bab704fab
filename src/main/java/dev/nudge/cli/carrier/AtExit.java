package dev.nudge.cli.carrier;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// What a carrier writes when it ends, also by a signal. Thread-safe.
final class AtExit {
    private @Nullable Thread hook;

    /// Replaces what is written.
    ///
    /// @param bytes empty for nothing
    synchronized void set(byte[] bytes, OutputStream out) {
        try {
            replace(bytes, out);
        } catch (IllegalStateException ends) {
            // The program is ending, and writes what it had.
        }
    }

    private void replace(byte[] bytes, OutputStream out) {
        if (hook != null) {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
            hook = null;
        }
        if (bytes.length > 0) {
            hook = new Thread(() -> write(bytes, out), "at-exit");
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    private static void write(byte[] bytes, OutputStream out) {
        try {
            out.write(bytes);
        } catch (IOException gone) {
            // Nobody reads it.
        }
    }
}
