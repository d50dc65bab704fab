package dev.nudge.host;

import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.TerminalJson;
import dev.nudge.protocol.TerminalRequest.Attach;
import dev.nudge.protocol.TerminalResponse;
import dev.nudge.protocol.TerminalResponse.Output;
import dev.nudge.protocol.TerminalResponse.Resized;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// An attached client. One that reads too slowly misses output instead of blocking the job, and
/// gets the screen once it has caught up. A terminal that is passed here shows what has been
/// offered.
final class Viewer {
    static final int MOST_BYTES = 4 << 20;
    private static final Duration BINARY_PACE = Duration.ofMillis(68);

    private final LineWriter out;
    private final Display display;
    private final Attach request;
    private final Deque<TerminalResponse> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean isBehind = true;
    private boolean isBinaryDue;
    private boolean isOver;
    private String hint;

    /// Whether the hint covers the last row once all that waits has been passed on.
    private boolean isCovered;

    /// Whether nothing has been passed on yet. Used only by the thread that passes on.
    private boolean isNew = true;

    /// Whether the size of binary output was passed on last. Used only by the same thread.
    private boolean isBinary;

    Viewer(LineWriter out, Display display, Attach request) {
        this.out = out;
        this.display = display;
        this.request = request;
        this.hint = request.hint();
    }

    /// Takes output, which nobody may change any more. Does not block.
    synchronized void offer(byte[] bytes) {
        if (isBehind || bytes.length == 0) {
            return;
        }
        if (waitingBytes + bytes.length > MOST_BYTES) {
            isBehind = true;
            isCovered = false;
            waiting.clear();
            waitingBytes = 0;
        } else {
            waiting.add(new Output(bytes));
            waitingBytes += bytes.length;
        }
        notifyAll();
    }

    /// Takes the size of the screen for what is offered from now on. Does not block.
    synchronized void resize(Resized size, HeadlessTerminal terminal) {
        if (isBehind) {
            return;
        }
        if (waiting.peekLast() instanceof Resized) {
            waiting.removeLast();
        }
        waiting.add(size);
        if (!hint.isEmpty()) {
            // The row that is or was covered is elsewhere now.
            redraw(terminal);
        }
        notifyAll();
    }

    synchronized void redraw(HeadlessTerminal terminal) {
        isCovered = false;
        offer(terminal.replay(false));
        cover(terminal);
    }

    /// Takes note of more binary output, of which only the size is shown. Does not block.
    synchronized void offerBinary() {
        isBinaryDue = true;
        notifyAll();
    }

    synchronized void end() {
        isOver = true;
        notifyAll();
    }

    /// Draws the hint over the last row, unless it has been removed.
    synchronized void cover(HeadlessTerminal terminal) {
        if (!isBehind && !isCovered && !hint.isEmpty()) {
            byte[] bytes = terminal.cover(hint);
            isCovered = bytes.length > 0;
            offer(bytes);
        }
    }

    /// Draws the last row itself if the hint covers it, since the row may leave the screen next.
    synchronized void uncover(HeadlessTerminal terminal) {
        if (isCovered) {
            isCovered = false;
            offer(terminal.uncover());
        }
    }

    /// Removes the hint for good. Draws the whole screen, since the client's may differ from it.
    synchronized void removeHint(HeadlessTerminal terminal) {
        hint = "";
        if (isCovered) {
            redraw(terminal);
        }
    }

    /// Resumes passing on output.
    synchronized void isUpToDate(HeadlessTerminal terminal) {
        isBehind = false;
        cover(terminal);
    }

    void run() throws IOException, InterruptedException {
        for (List<TerminalResponse> news = awaitNext().get();
                !news.isEmpty();
                news = awaitNext().get()) {
            for (TerminalResponse response : news) {
                if (request.sizes() || !(response instanceof Resized)) {
                    out.write(TerminalJson.write(response));
                }
            }
            if (isBinary) {
                Thread.sleep(BINARY_PACE);
            }
        }
    }

    private List<TerminalResponse> screen() {
        boolean isFirst = isNew;
        isNew = false;
        return isFirst && request.all()
                ? display.all(this::isUpToDate)
                : display.replay(isFirst, this::isUpToDate);
    }

    /// Waits until there is something to pass on, and takes it in the same step, since it may be
    /// dropped at any time; or until nothing more comes. The responses are made without the lock.
    private synchronized Supplier<List<TerminalResponse>> awaitNext() throws InterruptedException {
        while (!isBehind && waiting.isEmpty() && !isBinaryDue && !isOver) {
            wait();
        }
        isBinary = false;
        if (isBehind) {
            return this::screen;
        }
        TerminalResponse first = waiting.poll();
        if (first != null) {
            waitingBytes -= first instanceof Output(byte[] bytes) ? bytes.length : 0;
            return () -> List.of(first);
        }
        if (isBinaryDue) {
            isBinaryDue = false;
            isBinary = true;
            return () -> List.of(new Output(display.binaryLabel()));
        }
        return List::of;
    }
}
