package dev.nudge.console.caller;

import dev.nudge.protocol.Frame;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/// Questions of one kind to the caller, one after the other, and their answers. Thread-safe.
final class Exchange {
    private final CallerLine line;
    private final BlockingQueue<Frame> answers = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();

    Exchange(CallerLine line) {
        this.line = line;
    }

    /// Asks, and waits for the answer.
    Frame ask(Frame question) throws IOException {
        lock.lock();
        try {
            line.send(question);
            return line.departure().awaiting(answers::take);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the caller was asked", e);
        } finally {
            lock.unlock();
        }
    }

    /// Takes the answer.
    void answer(Frame frame) {
        answers.add(frame);
    }
}
