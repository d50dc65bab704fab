package dev.nudge.lifecycle;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Listeners of one kind of news, notified in the order in which they came, each guarded.
public final class Listeners<T> {
    /// A listener's registration. It need not be closed: it ends with the execution or service that
    /// it listens to.
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        /// Removes the listener. Does nothing if it has already been removed.
        @Override
        void close();
    }

    /// A class, not a record: an old subscription must not remove a later one of its listener.
    private static final class Entry<T> {
        private final Consumer<T> listener;

        Entry(Consumer<T> listener) {
            this.listener = listener;
        }
    }

    private final String what;
    private final CopyOnWriteArrayList<Entry<T>> entries = new CopyOnWriteArrayList<>();

    /// @param what names one listener in a warning
    Listeners(String what) {
        this.what = what;
    }

    /// Adds a listener; the same one is kept once.
    synchronized Subscription add(Consumer<T> listener) {
        Entry<T> entry =
                entries.stream()
                        .filter(known -> known.listener == listener)
                        .findFirst()
                        .orElseGet(() -> new Entry<>(listener));
        entries.addIfAbsent(entry);
        return () -> entries.remove(entry);
    }

    /// Calls all listeners. A failure of one is logged, and affects no other.
    void tell(T news) {
        for (Entry<T> entry : entries) {
            if (entries.contains(entry)) { // an earlier listener may have removed it
                Guard.run(what, () -> entry.listener.accept(news));
            }
        }
    }

    void clear() {
        entries.clear();
    }
}
