package dev.nudge.host;

import dev.nudge.exec.PtyDevice;
import dev.nudge.job.WindowSize;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Sets the size of the terminal: the size last requested by a client that is still connected,
/// otherwise the job's own. Thread-safe.
final class Window {
    private final PtyDevice device;
    private final Display display;
    private final WindowSize own;
    private final SequencedMap<Object, WindowSize> wanted = new LinkedHashMap<>();

    /// @param own the size at which the job was started
    Window(PtyDevice device, Display display, WindowSize own) {
        this.device = device;
        this.display = display;
        this.own = own;
    }

    synchronized void follow(Object client, WindowSize size) throws IOException {
        wanted.putLast(client, size);
        display.resize(size, device::resize);
    }

    synchronized void leave(Object client) throws IOException {
        if (wanted.remove(client) != null) {
            WindowSize size = wanted.isEmpty() ? own : wanted.lastEntry().getValue();
            display.resize(size, device::resize);
        }
    }
}
