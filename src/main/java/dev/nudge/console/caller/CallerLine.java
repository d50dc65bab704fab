package dev.nudge.console.caller;

import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.protocol.Frame;
import dev.nudge.protocol.FrameStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The line to a caller, which breaks when the caller leaves. That the caller has left may be known
/// ([#leave]) before the line breaks, or after it. Thread-safe.
final class CallerLine {
    private final FrameStream frames;
    private final List<Thread> waiting = new ArrayList<>();
    private boolean hasLeft;

    CallerLine(FrameStream frames) {
        this.frames = frames;
    }

    /// Sends a frame, or several in one step. Blocks while the caller does not read.
    void send(Frame... several) throws CallerGoneException {
        requirePresence();
        try {
            frames.send(several);
        } catch (IOException broken) {
            throw new CallerGoneException();
        }
    }

    /// Waits. If the caller leaves, the wait is interrupted and ends with [CallerGoneException].
    <T> T awaiting(Caller.Wait<T> wait) throws IOException, InterruptedException {
        begin();
        try {
            return wait.get();
        } catch (InterruptedException e) {
            requirePresence();
            throw e;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws CallerGoneException {
        requirePresence();
        waiting.add(Thread.currentThread());
    }

    private synchronized void end() {
        waiting.remove(Thread.currentThread());
        if (hasLeft) {
            // The interrupt may have come after the wait: what follows is not interrupted.
            var _ = Thread.interrupted();
        }
    }

    synchronized void requirePresence() throws CallerGoneException {
        if (hasLeft) {
            throw new CallerGoneException();
        }
    }

    /// Ends all waits, and those to come.
    synchronized void leave() {
        hasLeft = true;
        waiting.forEach(Thread::interrupt);
    }

    /// Questions of one kind to the caller, one after the other, and their answers. Thread-safe.
    static final class Exchange {
        private final CallerLine line;
        private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>();

        Exchange(CallerLine line) {
            this.line = line;
        }

        synchronized Frame ask(Frame question) throws IOException {
            try {
                line.send(question);
                return line.awaiting(answers::take);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the caller was asked", e);
            }
        }

        void answer(Frame frame) {
            answers.add(frame);
        }
    }
}
