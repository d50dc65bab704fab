package dev.nudge.web.live;

import java.io.IOException;

/// The connection to one page. Thread-safe; a page that reads slowly blocks those who send to it.
public interface PageSocket {
    /// Sends a message. Blocks until it is on its way.
    ///
    /// @throws IOException if the page has left
    void send(String text) throws IOException;

    /// Sends bytes. Blocks until they are on their way.
    ///
    /// @throws IOException if the page has left
    void send(byte[] bytes) throws IOException;

    /// Ends the connection.
    ///
    /// @param code a status code of WebSocket (RFC 6455, 7.4.1)
    void close(int code, String reason);
}
