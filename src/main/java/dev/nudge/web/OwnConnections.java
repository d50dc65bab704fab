package dev.nudge.web;

import dev.nudge.process.TcpPeer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/// Closes each connection of another user of this machine as soon as it is opened, before anything
/// is read from it: so neither cookie nor token is of use to that user, who may have got them,
/// since browsers send a cookie to every port of a host, and lists of processes show the link; and
/// nobody can keep the owner out by opening all connections that there may be.
final class OwnConnections implements Connection.Listener {
    private static final Logger LOG = System.getLogger(OwnConnections.class.getName());

    /// The one address of a client that the table of connections tells from others.
    private static final String LOOPBACK = "127.0.0.1";

    private final TcpPeer peer = new TcpPeer();

    /// Said once, since it could be said as often as that user likes.
    private final AtomicBoolean hasRefused = new AtomicBoolean();

    @Override
    public void onOpened(Connection connection) {
        EndPoint end = connection.getEndPoint();
        boolean isOwn = false;
        try {
            isOwn = isOwn(end);
        } finally {
            if (!isOwn) {
                end.close();
                if (hasRefused.compareAndSet(false, true)) {
                    LOG.log(
                            Level.INFO,
                            "a connection to the page was closed, since its client is not known to be this user");
                }
            }
        }
    }

    private boolean isOwn(EndPoint end) {
        return end.getRemoteSocketAddress() instanceof InetSocketAddress client
                && end.getLocalSocketAddress() instanceof InetSocketAddress server
                && client.getAddress().getHostAddress().equals(LOOPBACK)
                && peer.isOwn(client.getPort(), server.getPort());
    }
}
