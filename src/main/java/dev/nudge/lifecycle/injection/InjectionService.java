package dev.nudge.lifecycle.injection;

import dev.nudge.lifecycle.listener.Listeners;
import dev.nudge.lifecycle.listener.StateLock;
import dev.nudge.lifecycle.listener.Subscription;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Collects texts for an agent's next turn and notifies listeners of them.
///
/// Safe for use by many threads. Texts are kept until [#clear].
public final class InjectionService {
    private final BooleanSupplier isModelSteeringEnabled;
    private final InstantSource clock;
    private final StateLock lock = new StateLock();
    private final List<Injection> injections = new ArrayList<>();
    private final Listeners<Injection> listeners = new Listeners<>("injection listener");

    /// Creates an empty one.
    ///
    /// @param isModelSteeringEnabled asked at each text of the user; while it returns false, they
    ///   are dropped
    /// @param clock gives each text its time
    public InjectionService(BooleanSupplier isModelSteeringEnabled, InstantSource clock) {
        this.isModelSteeringEnabled = isModelSteeringEnabled;
        this.clock = clock;
    }

    /// Keeps a text, trimmed, and then calls the listeners, each guarded. A blank text is dropped,
    /// as is the user's text while model steering is off.
    public void add(String text, InjectionSource source) {
        if (source == InjectionSource.USER_STEERING && !isModelSteeringEnabled.getAsBoolean()) {
            return;
        }
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            return;
        }
        Injection injection = new Injection(trimmed, source, clock.instant());
        lock.run(() -> injections.add(injection));
        listeners.tell(injection);
    }

    /// Calls a listener for each text from now on. The same listener is kept once.
    public Subscription onInjection(InjectionListener listener) {
        return listeners.add(listener, i -> listener.injected(i.text(), i.source()));
    }

    /// Returns all texts, oldest first.
    public List<Injection> all() {
        return lock.get(() -> List.copyOf(injections));
    }

    /// Returns the texts of one source, oldest first.
    public List<Injection> from(InjectionSource source) {
        return all().stream().filter(injection -> injection.source() == source).toList();
    }

    /// Returns the texts after an index, oldest first.
    ///
    /// @param index of the last text that the caller knows; negative means none
    public List<Injection> after(int index) {
        List<Injection> all = all();
        int first = index < 0 ? 0 : (int) Math.min(all.size(), index + 1L);
        return all.subList(first, all.size());
    }

    /// Returns the index of the latest text; -1 if there is none.
    public int latestIndex() {
        return lock.get(() -> injections.size() - 1);
    }

    /// Forgets all texts; listeners stay.
    public void clear() {
        lock.run(injections::clear);
    }
}
