package dev.nudge.web;

import dev.nudge.web.WebPage.Visits;
import dev.nudge.web.live.PageSessions.PageSession;
import dev.nudge.web.live.PageSessions.PageSocket;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/// Connects one WebSocket of a page, in terms of the server's library, with a [PageSession]. Public
/// because the library must see it.
public final class SocketEndpoint implements Session.Listener.AutoDemanding {
    private static final Logger LOG = System.getLogger(SocketEndpoint.class.getName());

    private final Begin begin;
    private final Visits visits;
    private @Nullable PageSession session;

    /// Begins the session of a page; null if the connection is being closed.
    interface Begin {
        /// @throws IOException if the page has left
        @Nullable PageSession on(PageSocket page) throws IOException;
    }

    SocketEndpoint(Begin begin, Visits visits) {
        this.begin = begin;
        this.visits = visits;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        visits.came();
        try {
            session = begin.on(new Way(opened));
        } catch (IOException left) {
            LOG.log(Level.DEBUG, "a page has left: {0}", left.getMessage());
        }
    }

    @Override
    public void onWebSocketText(String text) {
        if (session != null) {
            session.receive(text);
        }
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        if (session != null) {
            session.receive(bytes);
        }
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        LOG.log(Level.DEBUG, "the connection of a page broke", cause);
    }

    @Override
    public void onWebSocketClose(int code, @Nullable String reason, Callback closed) {
        if (session != null) {
            session.close();
        }
        visits.left();
        closed.succeed();
    }

    private record Way(Session session) implements PageSocket {
        @Override
        public void send(String text) throws IOException {
            send(sent -> session.sendText(text, sent));
        }

        @Override
        public void send(byte[] bytes) throws IOException {
            send(sent -> session.sendBinary(ByteBuffer.wrap(bytes), sent));
        }

        private static void send(Consumer<Callback.Completable> sending) throws IOException {
            try {
                Callback.Completable.with(sending).join();
            } catch (CompletionException e) {
                throw new IOException("the page has left", e.getCause());
            }
        }

        @Override
        public void close(int code, String reason) {
            session.close(code, reason, Callback.NOOP);
        }
    }
}
