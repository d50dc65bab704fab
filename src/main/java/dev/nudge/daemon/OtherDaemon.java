package dev.nudge.daemon;

import dev.nudge.process.Inherited;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.StopRequest;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Asks the daemon in another process to end.
public final class OtherDaemon {
    private OtherDaemon() {}

    /// Asks the daemon to end, and waits until it has closed the connection, which its end does.
    ///
    /// @param release that of this program
    /// @return the daemon's pid; empty if nobody listens there
    /// @throws IOException if it does not answer in time, or if another user listens there; the
    ///   message says which
    public static Optional<Long> end(Path socket, Release release, Duration limit)
            throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Closeable _ = UserSocket.limit(channel, limit)) {
            UserSocket.connect(channel, socket);
            LineWriter out = new LineWriter(Channels.newOutputStream(channel));
            long me = ProcessHandle.current().pid();
            Inherited umask = Inherited.of("0077");
            out.write(
                    Wire.write(new Hello(release.version(), Hello.CLI, me, "/", umask, Map.of())));
            out.write(StopRequest.LINE);
            LineReader in = new LineReader(Channels.newInputStream(channel));
            Optional<Long> pid = Optional.empty();
            for (Read read = in.next(); !(read instanceof Read.End); read = in.next()) {
                if (read instanceof Read.Line(String line)
                        && StopRequest.stopped(line).isPresent()) {
                    pid = StopRequest.stopped(line);
                }
            }
            return pid;
        } catch (ClosedChannelException timeIsUp) {
            throw new IOException(
                    "The nudge daemon takes connections but has not answered for %d s. It may be stopped (SIGSTOP) or the machine overloaded."
                            .formatted(limit.toSeconds()),
                    timeIsUp);
        } catch (SocketException | NoSuchFileException nobodyListens) {
            return Optional.empty();
        }
    }
}
