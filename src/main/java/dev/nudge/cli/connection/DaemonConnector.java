package dev.nudge.cli.connection;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Release;
import dev.nudge.protocol.UntrustedServerException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the daemon, or starts one.
public final class DaemonConnector {
    /// The number of daemons that may die, or turn out to be older than this program, during one
    /// attempt to connect.
    private static final int ATTEMPTS = 5;

    private final Endpoint endpoint;
    private final Release release;
    private final DaemonStarter starter;

    /// @param release the release of this program
    public DaemonConnector(Endpoint endpoint, Release release, DaemonStarter starter) {
        this.endpoint = endpoint;
        this.release = release;
        this.starter = starter;
    }

    /// Connects to the daemon. Starts one if there is none, or if the running one is older than
    /// this program; the new one then takes its place. Blocks as long as a daemon takes to start,
    /// usually less than a second.
    ///
    /// @throws IOException if that fails; the message shows the end of the daemon's log
    public Client connect(Hello hello) throws IOException {
        Optional<Client> running = ofThisRelease(connectIfRunning(hello));
        return running.isPresent() ? running.get() : start(hello);
    }

    /// Connects to the daemon if there is one.
    ///
    /// @throws SilentDaemonException if there is one but it does not answer
    /// @throws UntrustedServerException if another user listens where the daemon should
    public Optional<Client> connectIfRunning(Hello hello)
            throws SilentDaemonException, UntrustedServerException {
        Optional<Endpoint.Running> last = endpoint.lastDaemon();
        return last.isEmpty() ? Optional.empty() : tryConnect(Path.of(last.get().socket()), hello);
    }

    /// Connects to the daemon if there is one, and it is not older than this program.
    ///
    /// @throws IOException as [#connectIfRunning] does
    public Optional<Client> connectIfCurrent(Hello hello) throws IOException {
        return ofThisRelease(connectIfRunning(hello));
    }

    private static Optional<Client> tryConnect(Path socket, Hello hello)
            throws SilentDaemonException, UntrustedServerException {
        try {
            return Optional.of(Client.connect(socket, hello));
        } catch (SilentDaemonException | UntrustedServerException e) {
            throw e;
        } catch (IOException nobodyListens) {
            return Optional.empty();
        }
    }

    /// Disconnects from a daemon that is older than this program.
    private Optional<Client> ofThisRelease(Optional<Client> client) throws IOException {
        if (client.isPresent() && client.get().welcome().release().isOlderThan(release)) {
            client.get().close();
            return Optional.empty();
        }
        return client;
    }

    /// Starts a daemon and connects to it. The daemon may die before it takes the connection; a
    /// dying one still holds its lock and its socket, so that no other starts; and an older program
    /// may have started its own first.
    private Client start(Hello hello) throws IOException {
        IOException reason = new IOException("Older programs keep starting an older daemon.");
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            try {
                starter.start();
                Optional<Client> started =
                        ofThisRelease(Optional.of(Client.connect(socket(), hello)));
                if (started.isPresent()) {
                    return started.get();
                }
            } catch (ConnectionLostException | SocketException dying) {
                reason = dying;
            }
        }
        throw reason;
    }

    private Path socket() throws IOException {
        return endpoint.lastDaemon()
                .map(d -> Path.of(d.socket()))
                .orElseThrow(() ->
                        new IOException("The daemon started but did not say where it listens."));
    }
}
