package dev.nudge.protocol;

import dev.nudge.protocol.LineReader.Read;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// A connection to the program that holds a job's terminal.
public final class TerminalConnection implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SocketChannel channel;
    private final LineReader in;
    private final LineWriter out;

    private TerminalConnection(SocketChannel channel) {
        this.channel = channel;
        this.in = new LineReader(Channels.newInputStream(channel));
        this.out = new LineWriter(Channels.newOutputStream(channel));
    }

    /// @throws UserSocket.UntrustedServerException if another user listens there
    /// @throws IOException if nobody listens there: the job has ended
    public static TerminalConnection open(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            UserSocket.connect(channel, socket);
            return new TerminalConnection(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Sends a request. Another thread may wait for an answer meanwhile.
    public void send(TerminalRequest request) throws IOException {
        out.write(Wire.write(request));
    }

    /// Waits for the next response; empty if the terminal is gone.
    public Optional<TerminalResponse> receive() throws IOException {
        if (!(in.next() instanceof Read.Line(String line))) {
            return Optional.empty();
        }
        try {
            return Optional.of(Wire.read(line, TerminalResponse.class));
        } catch (JacksonException e) {
            throw new IOException("the terminal's answer is not understood", e);
        }
    }

    /// Sends a request and waits for its answer, at most 10 s; after that the connection is closed.
    ///
    /// @throws IOException if the terminal goes away meanwhile, or does not answer; the message
    ///   says which
    /// @throws IllegalArgumentException if it refuses; the message says why
    public TerminalResponse ask(TerminalRequest request) throws IOException {
        TerminalResponse answer = answer(request);
        if (answer instanceof TerminalResponse.Failure(String message)) {
            throw new IllegalArgumentException(message);
        }
        return answer;
    }

    private TerminalResponse answer(TerminalRequest request) throws IOException {
        try (Closeable _ = UserSocket.limit(channel, LIMIT)) {
            send(request);
            return receive()
                    .orElseThrow(() -> new IOException("the terminal has closed the connection"));
        } catch (ClosedChannelException e) {
            throw new IOException(
                    "the program that holds the terminal has not answered for %d s, it may be stopped"
                            .formatted(LIMIT.toSeconds()),
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
