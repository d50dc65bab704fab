package dev.nudge.daemon;

import dev.nudge.process.LoopGuard;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Hello.Greeting;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;

/// Accepts clients, and serves each on its own thread.
///
/// More than a certain number of them wait in the socket's queue, so that clients never take the
/// open files that jobs need; a JVM that cannot open a file to load a class never loads that class
/// again.
final class Clients {
    private static final Logger LOG = System.getLogger(Clients.class.getName());
    private static final Duration ACCEPT_AGAIN = Duration.ofMillis(200);

    /// The longest time for a client's greeting.
    private static final Duration GREETING_LIMIT = Duration.ofSeconds(10);

    private static final int MOST = 4096;
    private static final int LEAST = 16;

    /// Open files kept for everything other than clients.
    private static final int RESERVE = 256;

    private static final int UNKNOWN = 1024;

    private final UserSocket socket;
    private final Release release;
    private final ClientRoles roles;
    private final IdleExit idle;
    private final ScheduledExecutorService timer;
    private final Semaphore room =
            new Semaphore(
                    Math.clamp(
                            ProcessTable.ownLimit("Max open files").orElse(UNKNOWN) - RESERVE,
                            LEAST,
                            MOST));

    /// Used only by the thread that accepts.
    private boolean isListening = true;

    Clients(
            UserSocket socket,
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
        room.acquire();
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
                room.release();
            }
        }
    }

    private void serve(SocketChannel client) {
        boolean isUse = true;
        idle.came();
        try {
            Optional<Hello> who = new Connection(client).serve();
            isUse = who.filter(Hello::isOnlooker).isEmpty();
        } finally {
            idle.left(isUse);
            room.release();
        }
    }

    /// A client's connection: the greeting, then a conversation according to the client's role.
    private final class Connection {
        private final SocketChannel channel;
        private final LineReader in;
        private final LineWriter out;

        private Connection(SocketChannel channel) {
            this.channel = channel;
            this.in = new LineReader(Channels.newInputStream(channel));
            this.out = new LineWriter(Channels.newOutputStream(channel));
        }

        /// Serves the client until it leaves. Errors are logged, not thrown.
        ///
        /// @return its greeting, if there was one
        Optional<Hello> serve() {
            Optional<Hello> hello = Optional.empty();
            try (channel) {
                hello = greeting();
                if (hello.isPresent()) {
                    Conversation conversation = roles.conversation(hello.get(), in, out);
                    out.write(
                            Wire.write(
                                    new Greeting.Welcome(
                                            release.version(),
                                            release.build(),
                                            ProcessHandle.current().pid())));
                    conversation.hold();
                }
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a client went away", e);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "a connection ended by an error", e);
            }
            return hello;
        }

        private Optional<Hello> greeting() throws IOException {
            ScheduledFuture<?> limit =
                    timer.schedule(
                            // Not on the timer's thread, which a client that does not read blocks.
                            () -> Thread.ofVirtual().name("refuse").start(this::refuseSilence),
                            GREETING_LIMIT.toMillis(),
                            TimeUnit.MILLISECONDS);
            Read first = in.next();
            limit.cancel(false);
            return switch (first) {
                case Read.Line(String line) -> parse(line);
                case Read.TooLong(int max) -> refuse("The greeting is over " + max + " bytes.");
                case Read.End _ -> Optional.empty();
            };
        }

        private void refuseSilence() {
            try (channel) {
                refuse("No greeting came within " + GREETING_LIMIT.toSeconds() + " s.");
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a silent client went away", e);
            }
        }

        private Optional<Hello> parse(String line) throws IOException {
            try {
                return Optional.of(Wire.read(line, Hello.class));
            } catch (JacksonException e) {
                LOG.log(Level.DEBUG, "a greeting is not understood", e);
                return refuse("The greeting is not understood.");
            }
        }

        private Optional<Hello> refuse(String reason) throws IOException {
            String expected =
                    " Expected a line of JSON: {\"version\", \"role\", \"pid\", \"cwd\", \"inherited\", \"environment\"}.";
            out.write(Wire.write(new Greeting.Refused(reason + expected)));
            return Optional.empty();
        }
    }
}
