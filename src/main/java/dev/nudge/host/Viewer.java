package dev.nudge.host;

import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.TerminalJson;
import dev.nudge.protocol.TerminalResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/// An attached client. One that reads too slowly misses output, never blocks the job, and gets the
/// screen as it is then.
final class Viewer {
    static final int MOST_BYTES = 4 << 20;

    /// The interval at which the size of binary output is updated (rule R45).
    private static final Duration BINARY_PACE = Duration.ofMillis(68);

    private final LineWriter out;
    private final Display display;
    private final boolean isForAll;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean isBehind = true;
    private boolean isBinaryDue;
    private boolean isOver;

    /// Whether nothing has been passed on; for the thread that does it.
    private boolean isNew = true;

    /// Whether the last thing passed on was the size of binary output; for the thread that does it.
    private boolean isBinary;

    /// @param isForAll whether it gets all that was written before, not only the screen
    Viewer(LineWriter out, Display display, boolean isForAll) {
        this.out = out;
        this.display = display;
        this.isForAll = isForAll;
    }

    /// Takes output. Does not block.
    synchronized void offer(byte[] bytes, int length) {
        if (isBehind || length == 0) {
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

    /// Notes more binary output, which is not passed on. Does not block.
    synchronized void offerBinary() {
        isBinaryDue = true;
        notifyAll();
    }

    /// Reports that nothing more will come.
    synchronized void end() {
        isOver = true;
        notifyAll();
    }

    /// Has the whole screen passed on again.
    synchronized void redraw() {
        isBehind = true;
        waiting.clear();
        waitingBytes = 0;
        notifyAll();
    }

    /// Resumes passing on output.
    synchronized void isUpToDate() {
        isBehind = false;
    }

    /// Passes on output until the end or until the viewer is gone.
    void run() throws IOException, InterruptedException {
        for (Optional<byte[]> news = next(); news.isPresent(); news = next()) {
            out.write(TerminalJson.write(new TerminalResponse.Output(news.get())));
            if (isBinary) {
                Thread.sleep(BINARY_PACE);
            }
        }
    }

    /// Waits for something to pass on; empty at the end.
    private Optional<byte[]> next() throws InterruptedException {
        return awaitNews() ? Optional.of(screen()) : takeOrCount();
    }

    private byte[] screen() {
        boolean isFirst = isNew;
        isNew = false;
        return isFirst && isForAll
                ? display.all(this::isUpToDate)
                : display.replay(isFirst, this::isUpToDate);
    }

    private Optional<byte[]> takeOrCount() {
        Optional<byte[]> output = take();
        isBinary = output.isEmpty() && takeBinaryDue();
        return isBinary ? Optional.of(display.binaryLabel()) : output;
    }

    private synchronized boolean takeBinaryDue() {
        boolean isDue = isBinaryDue;
        isBinaryDue = false;
        return isDue;
    }

    /// Waits until there is something to pass on, or nothing will come.
    ///
    /// @return whether it is the whole screen
    private synchronized boolean awaitNews() throws InterruptedException {
        while (!isBehind && waiting.isEmpty() && !isBinaryDue && !isOver) {
            wait();
        }
        return isBehind;
    }

    private synchronized Optional<byte[]> take() {
        Optional<byte[]> bytes = Optional.ofNullable(waiting.poll());
        bytes.ifPresent(b -> waitingBytes -= b.length);
        return bytes;
    }
}
