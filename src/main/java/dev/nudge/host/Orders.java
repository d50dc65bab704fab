package dev.nudge.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Hears the orders of the host that waits for the job.
final class Orders {
    private static final Logger LOG = System.getLogger(Orders.class.getName());
    private static final String ENDED = "ended";

    private final BufferedReader in;
    private final CountDownLatch heard = new CountDownLatch(1);
    private volatile boolean isEnded;

    Orders(InputStream in) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    void start() {
        Thread.ofPlatform().daemon().name("orders").start(this::listen);
    }

    private void listen() {
        try {
            String order = in.readLine();
            // The stream also ends if the host was killed: the job still runs.
            if (order != null) {
                isEnded = order.equals(ENDED);
                heard.countDown();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the host is gone: {0}", e.toString());
        }
    }

    /// Returns whether an order has come: the job has ended, or will not be started.
    boolean isOver() {
        return heard.getCount() == 0;
    }

    /// Waits for an order.
    ///
    /// @return whether one has come
    boolean await(long millis) throws InterruptedException {
        return heard.await(millis, TimeUnit.MILLISECONDS);
    }

    /// Returns whether the job has ended; false if it will not be started.
    boolean isEnded() {
        return isEnded;
    }
}
