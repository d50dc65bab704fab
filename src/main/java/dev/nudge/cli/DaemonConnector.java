package dev.nudge.cli;

import dev.nudge.protocol.Endpoint;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.UntrustedServerException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the daemon, or starts one.
final class DaemonConnector {
    /// How many daemons may die while one is being asked for.
    private static final int ATTEMPTS = 5;

    private final Endpoint endpoint;
    private final DaemonStarter starter;

    DaemonConnector(Endpoint endpoint, DaemonStarter starter) {
        this.endpoint = endpoint;
        this.starter = starter;
    }

    /// Connects to the daemon; starts it if there is none, replaces it if it is older than this
    /// program. Blocks as long as a daemon takes to start, usually under a second.
    ///
    /// @throws IOException if that fails; the message shows the end of the daemon's log
    Client connect(Hello hello) throws IOException {
        Optional<Client> running = connectIfRunning(hello);
        if (running.isEmpty()) {
            return start(hello);
        }
        if (!Version.isOlder(running.get().welcome().version(), hello.version())) {
            return running.get();
        }
        running.get().close();
        replace(hello);
        return start(hello);
    }

    /// Connects to the daemon if there is one.
    ///
    /// @throws SilentDaemonException if there is one that does not answer
    /// @throws UntrustedServerException if another user listens where the daemon should
    Optional<Client> connectIfRunning(Hello hello)
            throws SilentDaemonException, UntrustedServerException {
        Optional<Endpoint.Running> last = endpoint.lastDaemon();
        return last.isEmpty() ? Optional.empty() : tryConnect(Path.of(last.get().socket()), hello);
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

    /// Asks an older daemon to end. Its jobs go on, and the new daemon adopts them.
    private void replace(Hello hello) throws IOException {
        Hello asCli =
                new Hello(
                        hello.version(),
                        Hello.CLI,
                        hello.pid(),
                        hello.cwd(),
                        hello.umask(),
                        hello.environment());
        Optional<Client> old = connectIfRunning(asCli);
        if (old.isPresent()) {
            try (Client client = old.get()) {
                client.ask(new Request.Stop());
                client.awaitEnd();
            }
        }
    }

    /// A daemon may die before it takes the connection, and one that is just dying still has its
    /// lock and its socket, so that no other starts.
    private Client start(Hello hello) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                starter.start();
                return Client.connect(socket(), hello);
            } catch (ConnectionLostException | SocketException dying) {
                if (attempt == ATTEMPTS) {
                    throw dying;
                }
            }
        }
    }

    private Path socket() throws IOException {
        return endpoint.lastDaemon()
                .map(d -> Path.of(d.socket()))
                .orElseThrow(() ->
                        new IOException("The daemon started but did not say where it listens."));
    }
}
