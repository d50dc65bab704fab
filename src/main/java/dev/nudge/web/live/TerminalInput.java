package dev.nudge.web.live;

import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends a page's requests to a terminal, in order, on a separate thread. The program that holds
/// the terminal may read nothing until the page has taken more output, and the page must be heard
/// meanwhile.
final class TerminalInput {
    private static final Logger LOG = System.getLogger(TerminalInput.class.getName());
    private static final int MOST_WAITING = 32 << 20;
    private static final int WITHOUT_KEYS = 100;
    private static final Duration LAST_KEYS = Duration.ofSeconds(2);

    private final TerminalConnection terminal;

    /// An empty element marks the end.
    private final BlockingQueue<Optional<TerminalRequest>> waiting = new LinkedBlockingQueue<>();

    private final AtomicInteger waitingBytes = new AtomicInteger();
    private final Thread writer = Thread.ofVirtual().name("page-input").unstarted(this::run);

    TerminalInput(TerminalConnection terminal) {
        this.terminal = terminal;
    }

    void start() {
        writer.start();
    }

    /// Queues a request. Does not block.
    ///
    /// @return false if too much waits; the request is dropped then
    boolean add(TerminalRequest request) {
        if (waitingBytes.addAndGet(size(request)) > MOST_WAITING) {
            waitingBytes.addAndGet(-size(request));
            return false;
        }
        return waiting.offer(Optional.of(request));
    }

    private static int size(TerminalRequest request) {
        return request instanceof TerminalRequest.Raw(byte[] keys)
                ? WITHOUT_KEYS + keys.length
                : WITHOUT_KEYS;
    }

    private void run() {
        try {
            Optional<TerminalRequest> next = waiting.take();
            while (next.isPresent()) {
                terminal.send(next.get());
                waitingBytes.addAndGet(-size(next.get()));
                next = waiting.take();
            }
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "a terminal is gone: {0}", gone.getMessage());
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            LOG.log(Level.WARNING, "a terminal gets no more input from a page", e);
        }
    }

    /// Sends what waits, for at most two seconds, since the terminal may not take it; then calls
    /// `then`. Does not block.
    void end(Runnable then) {
        boolean _ = waiting.offer(Optional.empty());
        Thread.ofVirtual()
                .name("page-input-end")
                .start(() -> {
                    try {
                        writer.join(LAST_KEYS.toMillis());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    writer.interrupt();
                    then.run();
                });
    }
}
