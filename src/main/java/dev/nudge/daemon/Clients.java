package dev.nudge.daemon;

import dev.nudge.process.LoopGuard;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Release;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Accepts clients, and serves each on its own thread.
final class Clients {
    private static final Logger LOG = System.getLogger(Clients.class.getName());
    private static final Duration ACCEPT_AGAIN = Duration.ofMillis(200);

    private final DaemonSocket socket;
    private final Release release;
    private final ClientRoles roles;
    private final IdleExit idle;
    private final ScheduledExecutorService timer;
    private final ClientLimit limit = new ClientLimit();

    /// Used only by the thread that accepts.
    private boolean isListening = true;

    Clients(
            DaemonSocket socket,
            Release release,
            ClientRoles roles,
            IdleExit idle,
            ScheduledExecutorService timer) {
        this.socket = socket;
        this.release = release;
        this.roles = roles;
        this.idle = idle;
        this.timer = timer;
    }

    /// Starts to accept, until the socket is closed.
    void start() {
        idle.touch();
        Thread.ofPlatform().daemon().name("accept").start(this::accept);
    }

    private void accept() {
        try {
            while (isListening) {
                if (!LoopGuard.run(LOG, "accepting a client", this::acceptOne)) {
                    TimeUnit.MILLISECONDS.sleep(ACCEPT_AGAIN.toMillis());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Accepts a client. A failure does not end the daemon, not even too many open files.
    private void acceptOne() throws InterruptedException {
        limit.await();
        boolean isServed = false;
        try {
            SocketChannel client = socket.accept();
            Thread.ofVirtual().name("conn").start(() -> serve(client));
            isServed = true;
        } catch (ClosedChannelException closed) {
            LOG.log(Level.DEBUG, "stopped listening");
            isListening = false;
        } catch (IOException e) {
            LOG.log(Level.ERROR, "a client cannot be accepted: {0}", Reasons.of(e));
            TimeUnit.MILLISECONDS.sleep(ACCEPT_AGAIN.toMillis());
        } finally {
            if (!isServed) {
                limit.left();
            }
        }
    }

    private void serve(SocketChannel client) {
        boolean isUse = true;
        idle.clientCame();
        try {
            Optional<Hello> who = new Connection(client).serve(release, roles, timer);
            isUse = who.filter(Hello::isOnlooker).isEmpty();
        } finally {
            idle.clientLeft(isUse);
            limit.left();
        }
    }
}
