package dev.nudge.lifecycle;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Listeners of one kind of news, notified in the order in which they came, each guarded.
final class Listeners<T> {
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

    /// @param what names one listener in a warning
    Listeners(String what) {
        this.what = what;
    }

    Subscription add(Consumer<T> listener) {
        return add(listener, listener);
    }

    /// @param listener the same one is kept once
    synchronized Subscription add(Object listener, Consumer<T> call) {
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

    void tell(T news) {
        for (Entry<T> entry : entries) {
            if (entries.contains(entry)) { // an earlier listener may have removed it
                Guard.run(what, () -> entry.call.accept(news));
            }
        }
    }

    void clear() {
        entries.clear();
    }
}
