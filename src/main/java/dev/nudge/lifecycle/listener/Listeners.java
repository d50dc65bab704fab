package dev.nudge.lifecycle.listener;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Listeners of one kind of news, notified in the order in which they came, each guarded.
public final class Listeners<T> {
    /// A class, not a record: an old subscription must not remove a later one of its listener.
    private static final class Entry<T> {
        private final Object listener;
        private final Consumer<T> call;

        Entry(Object listener, Consumer<T> call) {
            this.listener = listener;
            this.call = call;
        }
    }

    private final String what;
    private final CopyOnWriteArrayList<Entry<T>> entries = new CopyOnWriteArrayList<>();

    /// Creates an empty list.
    ///
    /// @param what names one listener in a warning
    public Listeners(String what) {
        this.what = what;
    }

    /// Adds a listener; the same one is kept once.
    public Subscription add(Consumer<T> listener) {
        return add(listener, listener);
    }

    /// Adds a listener that is called in its own way.
    ///
    /// @param listener the same one is kept once
    /// @param call calls it
    public synchronized Subscription add(Object listener, Consumer<T> call) {
        Entry<T> entry =
                entries.stream()
                        .filter(known -> known.listener == listener)
                        .findFirst()
                        .orElseGet(() -> append(new Entry<>(listener, call)));
        return () -> entries.remove(entry);
    }

    private Entry<T> append(Entry<T> entry) {
        entries.add(entry);
        return entry;
    }

    /// Calls all listeners, in the order in which they came. A failure of one is logged, and
    /// affects no other.
    public void tell(T news) {
        for (Entry<T> entry : entries) {
            if (entries.contains(entry)) { // an earlier listener may have removed it
                Guard.run(what, () -> entry.call.accept(news));
            }
        }
    }

    /// Removes all listeners.
    public void clear() {
        entries.clear();
    }
}
