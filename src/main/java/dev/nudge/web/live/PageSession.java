package dev.nudge.web.live;

/// What is done for one page that is connected. Its messages come one after the other.
public interface PageSession extends AutoCloseable {
    /// Takes a message of the page. May block: the next one comes afterwards.
    void receive(String text);

    /// Takes bytes of the page.
    void receive(byte[] bytes);

    /// Ends everything that is done for the page, which has left.
    @Override
    void close();
}
