package dev.nudge.lifecycle.listener;

/// A listener's registration. It need not be closed: it ends with the execution or service that it
/// listens to.
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /// Removes the listener. Does nothing if it has already been removed.
    @Override
    void close();
}
