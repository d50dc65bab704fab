package dev.nudge.host;

import dev.nudge.exec.PtyDevice;
import dev.nudge.process.LoopGuard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Reads everything that is written to the terminal, first into the log, then onto the screen. If
/// handling a chunk fails, with whatever error, the next one is still read.
final class Reader {
    private static final Logger LOG = System.getLogger(Reader.class.getName());
    private static final int CHUNK = 64 * 1024;

    private final PtyDevice device;
    private final LogWriter log;
    private final Screen screen;
    private final ReaderProgress progress;

    /// The view of the output.
    interface Screen {
        void show(byte[] bytes, int length);

        /// Reports that nothing more will be shown.
        void end();
    }

    Reader(PtyDevice device, LogWriter log, Screen screen, ReaderProgress progress) {
        this.device = device;
        this.log = log;
        this.screen = screen;
        this.progress = progress;
    }

    /// Starts reading, on a platform thread: the native call would pin a virtual one.
    void start() {
        Thread.ofPlatform().daemon().name("pty-read").start(this::run);
    }

    private void run() {
        byte[] chunk = new byte[CHUNK];
        try {
            for (int length = next(chunk); length >= 0; length = next(chunk)) {
                settle(chunk, length);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the terminal cannot be read any more: {0}", e.getMessage());
        } finally {
            progress.ended();
            screen.end();
        }
    }

    private int next(byte[] chunk) throws IOException {
        progress.waiting();
        int length = device.read(chunk);
        progress.received();
        return length;
    }

    private void settle(byte[] chunk, int length) {
        boolean _ =
                LoopGuard.runBriefly(
                        LOG,
                        "the processing of a chunk of output",
                        () -> {
                            log.write(chunk, length);
                            screen.show(chunk, length);
                        });
        progress.settled(length);
    }
}
