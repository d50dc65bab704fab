package dev.nudge.host;

import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.TerminalJson;
import dev.nudge.protocol.TerminalResponse;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// Somebody who is attached. One who reads too slowly misses output, never holds up the job, and
/// gets the screen as it is then.
final class Viewer {
    private static final int MOST_BYTES = 4 << 20;
    private static final byte[] NOTHING = {};

    private final LineWriter out;
    private final Display display;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean isBehind = true;
    private boolean isOver;

    Viewer(LineWriter out, Display display) {
        this.out = out;
        this.display = display;
    }

    /// Takes what was written. Does not block.
    synchronized void offer(byte[] bytes, int length) {
        if (isBehind) {
            return;
        }
        if (waitingBytes + length > MOST_BYTES) {
            isBehind = true;
            waiting.clear();
            waitingBytes = 0;
        } else {
            waiting.add(Arrays.copyOf(bytes, length));
            waitingBytes += length;
        }
        notifyAll();
    }

    /// Nothing more will come.
    synchronized void end() {
        isOver = true;
        notifyAll();
    }

    /// From now on, output is passed on again.
    synchronized void isUpToDate() {
        isBehind = false;
    }

    /// Passes on what comes, until the end or until the viewer has gone.
    void run() throws IOException, InterruptedException {
        boolean isOn = true;
        while (isOn) {
            byte[] bytes = awaitNews() ? display.replay(this::isUpToDate) : take();
            isOn = bytes.length > 0;
            if (isOn) {
                out.write(TerminalJson.write(new TerminalResponse.Output(bytes)));
            }
        }
    }

    /// Waits until there is something to pass on, or nothing will come.
    ///
    /// @return whether it is the whole screen
    private synchronized boolean awaitNews() throws InterruptedException {
        while (!isBehind && waiting.isEmpty() && !isOver) {
            wait();
        }
        return isBehind;
    }

    private synchronized byte[] take() {
        byte[] bytes = waiting.poll();
        if (bytes == null) {
            return NOTHING;
        }
        waitingBytes -= bytes.length;
        return bytes;
    }
}
