package dev.nudge.web;

import dev.nudge.web.api.RestApi;
import dev.nudge.web.live.PageSessions;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executors;
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
    private static final String HOST = "127.0.0.1";
    private static final String LIVE = "/api/live";
    private static final String TERMINAL = "^/api/jobs/([1-9][0-9]{0,17})/terminal$";
    private static final int JOB = 3;
    private static final int MOST_CONNECTIONS = 200;
    private static final int MOST_THREADS = 8;
    private static final int LEAST_THREADS = 1;
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
        this.connector = connector(port);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
    }

    /// Returns few threads, which look for work. Everything that may block runs on virtual threads.
    private static QueuedThreadPool threads() {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS);
        threads.setName("page");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("page-", 0).factory()));
        return threads;
    }

    private ServerConnector connector(int port) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        ServerConnector made = new OwnConnector(server, new HttpConnectionFactory(http));
        made.setHost(HOST);
        made.setPort(port);
        return made;
    }

    /// Takes the port. Connections are answered only after [#start].
    ///
    /// @return the port
    /// @throws IOException if it is taken
    int open() throws IOException {
        connector.open();
        return connector.getLocalPort();
    }

    /// Begins to answer.
    ///
    /// @throws IOException if the server cannot start; it is closed then
    void start(Origin origin, SignIn signIn) throws IOException {
        WebSocketUpgradeHandler sockets = WebSocketUpgradeHandler.from(server, this::connect);
        sockets.setHandler(new Handler.Sequence(new ApiHandler(api), new AssetHandler()));
        server.setHandler(new AccessHandler(origin, signIn, sockets));
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
                    long job =
                            Long.parseLong(Request.getPathInContext(request).split("/", -1)[JOB]);
                    return new SocketEndpoint(page -> sessions.terminal(page, job), visits);
                });
    }

    /// Ends the server and every connection at once.
    @Override
    public void close() {
        try {
            server.stop();
            connector.close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "the page's server does not end well: {0}", e.toString());
        }
    }
}
