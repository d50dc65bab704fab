package dev.nudge.web;

import dev.nudge.process.TcpPeer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/// Accepts the connections of this user, and closes those of other users of the machine at once. So
/// the link and the cookie are useless to others, who may know them: browsers send a cookie to
/// every port of a host, and process lists show the link. The accepting thread checks one
/// connection after the other. The rest of the server never sees a refused one: it does not count
/// as a connection, and does not delay anyone who is connected.
final class OwnConnector extends ServerConnector {
    private static final Logger LOG = System.getLogger(OwnConnector.class.getName());

    /// The only client address that is certainly on this machine.
    private static final String LOOPBACK = "127.0.0.1";

    private final TcpPeer peer = new TcpPeer();

    /// Logged only once, since the other user could cause any number of lines.
    private final AtomicBoolean hasRefused = new AtomicBoolean();

    OwnConnector(Server server, HttpConnectionFactory http) {
        super(server, 1, 1, http);
    }

    @Override
    public void accept(int acceptor) throws IOException {
        if (!(getTransport() instanceof ServerSocketChannel listening)) {
            return;
        }
        SocketChannel client = listening.accept();
        boolean isTaken = false;
        try {
            if (isOwn(client)) {
                client.configureBlocking(false);
                configure(client.socket());
                getSelectorManager().accept(client);
                isTaken = true;
            } else if (hasRefused.compareAndSet(false, true)) {
                LOG.log(
                        Level.INFO,
                        "a connection to the page was closed, since its client is not known to be this user");
            }
        } finally {
            if (!isTaken) {
                client.close();
            }
        }
    }

    private boolean isOwn(SocketChannel connection) throws IOException {
        return connection.getRemoteAddress() instanceof InetSocketAddress client
                && connection.getLocalAddress() instanceof InetSocketAddress server
                && client.getAddress().getHostAddress().equals(LOOPBACK)
                && peer.isOwn(client.getPort(), server.getPort());
    }
}
