package dev.nudge.cli.carrier;

import dev.nudge.console.view.Cells;
import dev.nudge.job.WindowSize;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Tells in the terminal's last row how to leave the job. The line covers what the job shows there,
/// so it disappears with the first key, or after a moment: the screen is then redrawn.
final class AttachHint {
    private static final Duration SHOWN = Duration.ofSeconds(3);

    private final TerminalConnection terminal;
    private final String text;
    private final AtomicBoolean isShown = new AtomicBoolean();
    private final AtomicBoolean isRemoved = new AtomicBoolean();

    /// @param detach the byte of the key that detaches
    AttachHint(TerminalConnection terminal, long job, int detach) {
        this.terminal = terminal;
        this.text = "[job %d: Ctrl+%c detaches]".formatted(job, detach | 0x40);
    }

    /// Shows the line the first time it is called.
    ///
    /// @param size of the user's terminal; empty if unknown: then nothing is shown
    void showOnce(Optional<WindowSize> size) {
        if (size.isEmpty() || !isShown.compareAndSet(false, true)) {
            return;
        }
        // Saves the cursor, draws in reverse video, and puts the cursor back.
        System.out.printf(
                "\u001b7\u001b[%d;1H\u001b[0;7m%s\u001b[0m\u001b8",
                size.get().rows(), Cells.shorten(text, Math.max(3, size.get().columns() - 1)));
        System.out.flush();
        Thread.ofVirtual().name("hint").start(this::removeLater);
    }

    private void removeLater() {
        try {
            Thread.sleep(SHOWN);
            remove();
        } catch (InterruptedException | IOException e) {
            // The line stays until the job draws there.
            Thread.currentThread().interrupt();
        }
    }

    /// Has the screen redrawn without the line.
    void remove() throws IOException {
        if (isShown.get() && isRemoved.compareAndSet(false, true)) {
            terminal.send(new TerminalRequest.Attach());
        }
    }
}
