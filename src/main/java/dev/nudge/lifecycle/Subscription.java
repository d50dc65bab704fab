package dev.nudge.lifecycle;

/// A listener's place. It need not be closed: it ends with what it listens to.
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /// Removes the listener. Does nothing if it is gone already (rules A20, A41).
    @Override
    void close();
}
