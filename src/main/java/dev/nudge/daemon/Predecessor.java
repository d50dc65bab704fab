package dev.nudge.daemon;

import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.StopRequest;
import dev.nudge.protocol.TimeLimit;
import dev.nudge.protocol.UserSocket;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// The daemon of an older release, asked to end.
final class Predecessor {
    private static final Logger LOG = System.getLogger(Predecessor.class.getName());
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Predecessor() {}

    /// Asks the daemon to end, and waits until it has closed the connection, at most 5 s. If it
    /// does not answer, the caller finds its lock taken and asks again.
    static void end(Path socket, Release successor) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                TimeLimit _ = TimeLimit.over(channel, LIMIT)) {
            UserSocket.connect(channel, socket);
            LineWriter out = new LineWriter(Channels.newOutputStream(channel));
            out.write(hello(successor).toJson());
            out.write(StopRequest.LINE);
            LineReader in = new LineReader(Channels.newInputStream(channel));
            while (!(in.next() instanceof LineReader.Read.End)) {
                // Its greeting and its answer.
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the older daemon has ended, or does not answer", e);
        }
    }

    private static Hello hello(Release successor) {
        long pid = ProcessHandle.current().pid();
        return new Hello(successor.version(), Hello.CLI, pid, "/", "077", Map.of());
    }
}
