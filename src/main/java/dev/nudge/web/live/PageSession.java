package dev.nudge.web.live;

/// Serves one connected page. Its messages come one after the other.
public interface PageSession extends AutoCloseable {
    /// Takes a message of the page. May block, which delays the next message.
    void receive(String text);

    /// Takes bytes of the page.
    void receive(byte[] bytes);

    /// Ends everything that was done for the page, which has left.
    @Override
    void close();
}
