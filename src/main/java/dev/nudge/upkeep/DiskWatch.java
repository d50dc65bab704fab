package dev.nudge.upkeep;

import dev.nudge.store.StateDirectory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Notices when the disk that holds the jobs becomes full, and when it has room again. Thread-safe.
public final class DiskWatch {
    private static final Logger LOG = System.getLogger(DiskWatch.class.getName());

    private final Path state;
    private final List<Runnable> changes = new CopyOnWriteArrayList<>();
    private final Set<Consumer<String>> listeners = ConcurrentHashMap.newKeySet();
    private boolean wasFull;

    /// @param state the state directory
    public DiskWatch(Path state) {
        this.state = state;
    }

    /// Adds a listener that [#check] calls when the disk has become full or has room again.
    public void onChange(Runnable listener) {
        changes.add(listener);
    }

    /// Checks the disk, and calls the listeners if it has become full or has room again.
    public synchronized void check() {
        Optional<String> trouble = trouble();
        if (trouble.isPresent() != wasFull) {
            wasFull = trouble.isPresent();
            trouble.ifPresent(text -> listeners.forEach(listener -> listener.accept(text)));
            changes.forEach(Runnable::run);
            trouble.ifPresent(text -> LOG.log(Level.WARNING, text));
        }
    }

    /// Returns a paragraph for a person that says that the disk is full; empty if it is not, or if
    /// that is unknown.
    public Optional<String> trouble() {
        return StateDirectory.isDiskFull(state)
                ? Optional.of(
                        "The disk of %s is full. Jobs cannot write their output, and new ones cannot be started. Free some space, or remove jobs: nudge clean"
                                .formatted(state))
                : Optional.empty();
    }

    /// Adds a listener that is called with the text of [#trouble] when the disk becomes full, and
    /// at once if it is. It must not block.
    public void add(Consumer<String> listener) {
        listeners.add(listener);
        trouble().ifPresent(listener);
    }

    public void remove(Consumer<String> listener) {
        listeners.remove(listener);
    }
}
