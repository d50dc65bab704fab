package dev.nudge.cli.connection;

import dev.nudge.protocol.FrameStream;
import dev.nudge.protocol.Greeting;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.StopRequest;
import dev.nudge.protocol.TimeLimit;
import dev.nudge.protocol.TopLevel;
import dev.nudge.protocol.UserSocket;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A greeted connection to the daemon.
public final class Client implements AutoCloseable {
    private static final Duration GREETING_LIMIT = Duration.ofSeconds(15);

    private final SocketChannel channel;
    private final LineReader in;
    private final LineWriter out;
    private final Greeting.Welcome welcome;

    private Client(SocketChannel channel, LineReader in, LineWriter out, Greeting.Welcome welcome) {
        this.channel = channel;
        this.in = in;
        this.out = out;
        this.welcome = welcome;
    }

    /// Connects and greets.
    ///
    /// @throws SilentDaemonException if a command-line program gets no answer in time; the pump
    ///   waits forever, since its agent has its own limits
    /// @throws dev.nudge.protocol.UntrustedServerException if another user listens, or could
    /// @throws IOException if nobody listens, or the daemon refuses; the message says which
    static Client connect(Path socket, Hello hello) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        if (hello.role().equals(Hello.MCP)) {
            return greet(channel, socket, hello);
        }
        try (TimeLimit _ = TimeLimit.over(channel, GREETING_LIMIT)) {
            return greet(channel, socket, hello);
        } catch (ClosedChannelException timeIsUp) {
            throw new SilentDaemonException(GREETING_LIMIT);
        }
    }

    private static Client greet(SocketChannel channel, Path socket, Hello hello)
            throws IOException {
        try {
            UserSocket.connect(channel, socket);
            LineReader in = new LineReader(Channels.newInputStream(channel));
            LineWriter out = new LineWriter(Channels.newOutputStream(channel));
            greet(out, hello);
            return new Client(channel, in, out, greeting(in));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void greet(LineWriter out, Hello hello) throws IOException {
        try {
            out.write(hello.toJson());
        } catch (ClosedChannelException closedHere) {
            throw closedHere;
        } catch (IOException e) {
            throw new ConnectionLostException(e);
        }
    }

    /// Reads the greeting without data binding and without a pattern switch: both would slow the
    /// pump's start.
    private static Greeting.Welcome greeting(LineReader in) throws IOException {
        TopLevel greeting = TopLevel.of(line(in));
        Optional<String> version = greeting.string("version");
        Optional<String> pid = greeting.number("pid");
        if (version.isEmpty() || pid.isEmpty()) {
            String reason = greeting.string("reason").orElse("it does not speak this protocol");
            throw new IOException("The daemon refused the connection: " + reason);
        }
        return new Greeting.Welcome(
                version.get(), greeting.string("build").orElse(""), Long.parseLong(pid.get()));
    }

    private static String line(LineReader in) throws IOException {
        Read read = next(in);
        if (read instanceof Read.Line line) {
            return line.text();
        }
        if (read instanceof Read.TooLong) {
            throw new IOException("The daemon's answer is too long.");
        }
        throw new ConnectionLostException();
    }

    private static Read next(LineReader in) throws IOException {
        try {
            return in.next();
        } catch (ClosedChannelException closedHere) {
            throw closedHere;
        } catch (IOException e) {
            throw new ConnectionLostException(e);
        }
    }

    public Greeting.Welcome welcome() {
        return welcome;
    }

    public LineReader in() {
        return in;
    }

    public LineWriter out() {
        return out;
    }

    /// Returns the rest of the connection as frames, for a carrier.
    public FrameStream frames() {
        return new FrameStream(in, out);
    }

    /// Ends the daemon, and waits until it has closed the connection.
    ///
    /// @return its process
    public long stop() throws IOException {
        out.write(StopRequest.LINE);
        String answer = line(in);
        String pid =
                TopLevel.of(answer)
                        .number("pid")
                        .orElseThrow(
                                () -> new IOException("The daemon has not understood: " + answer));
        while (!(in.next() instanceof Read.End)) {
            // Nothing more is expected.
        }
        return Long.parseLong(pid);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
