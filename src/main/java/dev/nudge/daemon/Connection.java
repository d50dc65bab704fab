package dev.nudge.daemon;

import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Greeting;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;

/// A client's connection: the greeting, then a conversation according to the client's role.
final class Connection {
    private static final Logger LOG = System.getLogger(Connection.class.getName());

    /// The longest time for a client's greeting.
    static final Duration GREETING_LIMIT = Duration.ofSeconds(10);

    private final SocketChannel channel;
    private final LineReader in;
    private final LineWriter out;

    Connection(SocketChannel channel) {
        this.channel = channel;
        this.in = new LineReader(Channels.newInputStream(channel));
        this.out = new LineWriter(Channels.newOutputStream(channel));
    }

    /// Serves the client until it leaves. Errors are logged, not thrown.
    ///
    /// @return its greeting, if there was one
    Optional<Hello> serve(Release release, ClientRoles roles, ScheduledExecutorService timer) {
        Optional<Hello> hello = Optional.empty();
        try (channel) {
            hello = greeting(timer);
            if (hello.isPresent()) {
                Conversation conversation = roles.conversation(hello.get(), in, out);
                out.writeJson(
                        new Greeting.Welcome(
                                release.version(), release.build(), ProcessHandle.current().pid()));
                conversation.hold();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client went away", e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a connection ended by an error", e);
        }
        return hello;
    }

    private Optional<Hello> greeting(ScheduledExecutorService timer) throws IOException {
        ScheduledFuture<?> limit =
                timer.schedule(
                        this::refuseSilence, GREETING_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        Read first = in.next();
        limit.cancel(false);
        return switch (first) {
            case Read.Line(String line) -> parse(line);
            case Read.TooLong(int max, _) -> refuse("The greeting is over " + max + " bytes.");
            case Read.End _ -> Optional.empty();
        };
    }

    private void refuseSilence() {
        // Not on the timer's thread, which a client that does not read would block.
        Thread.ofVirtual().name("refuse-silence").start(this::refuseAndClose);
    }

    private void refuseAndClose() {
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
        out.write(
                Wire.write(
                        new Greeting.Refused(
                                reason
                                        + " Expected a line of JSON: "
                                        + "{\"version\", \"role\", \"pid\", \"cwd\", \"inherited\", \"environment\"}.")));
        return Optional.empty();
    }
}
