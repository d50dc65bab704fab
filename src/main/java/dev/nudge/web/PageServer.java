package dev.nudge.web;

import dev.nudge.process.TcpPeer;
import dev.nudge.web.WebPage.Visits;
import dev.nudge.web.api.RestApi;
import dev.nudge.web.live.PageSessions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.pathmap.RegexPathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/// The HTTP server of the page, on the loopback interface only.
final class PageServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(PageServer.class.getName());

    /// The only address that is certainly on this machine, also of clients.
    static final String HOST = "127.0.0.1";

    private static final String LIVE = "/api/live";
    private static final String TERMINAL = "^/api/jobs/([1-9][0-9]{0,17})/terminal$";
    private static final int MOST_CONNECTIONS = 200;
    private static final int MOST_THREADS = 8;
    private static final int LONGEST_MESSAGE = 256 << 10;

    private final Server server;
    private final ServerConnector connector;
    private final RestApi api;
    private final PageSessions sessions;
    private final Visits visits;

    /// @param port where to listen; 0 for any free one
    PageServer(int port, RestApi api, PageSessions sessions, Visits visits) {
        this.api = api;
        this.sessions = sessions;
        this.visits = visits;
        this.server = new Server(threads());
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        this.connector = new OwnConnector(server, new HttpConnectionFactory(http));
        connector.setHost(HOST);
        connector.setPort(port);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    }

    /// Returns few threads, which look for work. Everything that may block runs on virtual threads.
    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 1);
        threads.setName("page");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("page-", 0).factory()));
        return threads;
    }

    /// Takes the port, and returns it. Connections are answered only after [#start].
    ///
    /// @throws IOException if it is taken
    int open() throws IOException {
        connector.open();
        return connector.getLocalPort();
    }

    /// Begins to answer.
    ///
    /// @throws IOException if the server cannot start; it is closed then
    void start(SignIn signIn) throws IOException {
        WebSocketUpgradeHandler sockets = WebSocketUpgradeHandler.from(server, this::connect);
        sockets.setHandler(new Handler.Sequence(new ApiHandler(api), new AssetHandler()));
        server.setHandler(new AccessHandler(signIn, sockets));
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw new IOException("The page cannot be served: " + e.getMessage(), e);
        }
    }

    private void connect(ServerWebSocketContainer container) {
        container.setIdleTimeout(Duration.ZERO);
        container.setMaxTextMessageSize(LONGEST_MESSAGE);
        container.setMaxBinaryMessageSize(LONGEST_MESSAGE);
        container.addMapping(LIVE, (_, _, _) -> new SocketEndpoint(sessions::live, visits));
        container.addMapping(
                new RegexPathSpec(TERMINAL),
                (request, _, _) -> {
                    String path = Request.getPathInContext(request);
                    long job = Long.parseLong(path.split("/", -1)[3]);
                    return new SocketEndpoint(page -> sessions.terminal(page, job), visits);
                });
    }

    @Override
    public void close() {
        try {
            server.stop();
            connector.close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the page's server does not end well: {0}", e.toString());
        }
    }

    /// Accepts the connections of this user, and closes those of other users of the machine at
    /// once. So the cookie and the link are useless to others, who may know them: browsers send a
    /// cookie to every port of a host, and process lists show the link. The accepting thread checks
    /// one connection after the other. The rest of the server never sees a refused one: it does not
    /// count as a connection, and does not delay anyone who is connected.
    private static final class OwnConnector extends ServerConnector {
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
                    PageServer.LOG.log(
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
                    && client.getAddress().getHostAddress().equals(HOST)
                    && peer.isOwn(client.getPort(), server.getPort());
        }
    }
}
