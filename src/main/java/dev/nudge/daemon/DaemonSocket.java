package dev.nudge.daemon;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.UserSocket;
import dev.nudge.protocol.Wire;
import dev.nudge.store.AtomicFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The socket of the daemon, and the files in which clients look it up.
final class DaemonSocket implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DaemonSocket.class.getName());

    private final Endpoint endpoint;
    private final Release release;
    private final List<String> launcher;
    private final UserSocket socket;

    private DaemonSocket(
            Endpoint endpoint, Release release, List<String> launcher, UserSocket socket) {
        this.endpoint = endpoint;
        this.release = release;
        this.launcher = List.copyOf(launcher);
        this.socket = socket;
    }

    /// Listens.
    ///
    /// @param launcher the words that start this release
    static DaemonSocket open(Endpoint endpoint, Release release, List<String> launcher)
            throws IOException {
        return new DaemonSocket(endpoint, release, launcher, UserSocket.bind(endpoint.socket()));
    }

    /// Writes the files in which clients look up the socket.
    void publish() throws IOException {
        Endpoint.Running me =
                new Endpoint.Running(
                        ProcessHandle.current().pid(),
                        release.version(),
                        release.build(),
                        socket.path().toString());
        AtomicFile.replaceAnyhow(endpoint.launcher(), bytes(String.join("\n", launcher) + "\n"));
        AtomicFile.replaceAnyhow(endpoint.info(), bytes(Wire.write(me)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Listens again if the socket has been removed or replaced. Connected clients notice nothing.
    ///
    /// @throws IOException if that is impossible
    void restore() throws IOException {
        if (socket.restore()) {
            publish();
            LOG.log(Level.WARNING, "the socket had been removed; listening at {0}", socket.path());
        }
    }

    /// Waits for a client, as [UserSocket#accept] does.
    SocketChannel accept() throws IOException {
        return socket.accept();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
