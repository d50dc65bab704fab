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

/// Takes the connections of this user, and closes those of other users of the machine at once: so
/// neither the link nor the cookie is of use to one of them who may have got it, since browsers
/// send a cookie to every port of a host, and lists of processes show the link. The thread that
/// accepts them looks, one after the other, and nothing else of the server ever sees such a
/// connection: they do not count among those that there may be at once, and hold up nobody who is
/// connected.
final class OwnConnector extends ServerConnector {
    private static final Logger LOG = System.getLogger(OwnConnector.class.getName());

    /// The one address of a client that is known to be within this machine.
    private static final String LOOPBACK = "127.0.0.1";

    private final TcpPeer peer = new TcpPeer();

    /// Said once, since it could be said as often as that user likes.
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
