package dev.nudge.host;

import dev.nudge.exec.PtyDevice;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Types into the terminal, in the order of the requests, on a thread of its own: a job that does
/// not read must not block anyone.
final class Keyboard {
    private static final Logger LOG = System.getLogger(Keyboard.class.getName());
    private static final int MOST_WAITING = 32 << 20;

    private final PtyDevice device;
    private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger waitingBytes = new AtomicInteger();

    Keyboard(PtyDevice device) {
        this.device = device;
    }

    void start() {
        Thread.ofPlatform().daemon().name("keyboard").start(this::run);
    }

    /// Queues bytes, without blocking. Returns false, and types nothing, if the queue is full.
    boolean type(byte[] bytes) {
        if (waitingBytes.addAndGet(bytes.length) > MOST_WAITING) {
            waitingBytes.addAndGet(-bytes.length);
            return false;
        }
        return bytes.length == 0 || waiting.offer(bytes);
    }

    private void run() {
        try {
            while (true) {
                byte[] bytes = waiting.take();
                device.write(bytes);
                waitingBytes.addAndGet(-bytes.length);
            }
        } catch (IOException e) {
            LOG.log(Level.INFO, "nothing can be typed any more: {0}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
