package dev.nudge.lifecycle;

import dev.nudge.lifecycle.Listeners.Subscription;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Collects texts for an agent's next turn and notifies listeners of them.
///
/// Safe for use by many threads. Texts are kept until [#clear].
public final class InjectionService {
    /// The source of an injected text.
    public enum Source {
        USER_STEERING("user_steering"),
        BACKGROUND_COMPLETION("background_completion");

        private final String wireName;

        Source(String wireName) {
            this.wireName = wireName;
        }

        /// Returns the name outside this program, for example `background_completion`.
        public String wireName() {
            return wireName;
        }
    }

    /// A text for an agent's next turn, trimmed.
    ///
    /// @param at when it was added
    public record Injection(String text, Source source, Instant at) {}

    private final BooleanSupplier isModelSteeringEnabled;
    private final InstantSource clock;
    private final List<Injection> injections = new ArrayList<>();
    private final Listeners<Injection> listeners = new Listeners<>("injection listener");

    /// @param isModelSteeringEnabled asked at each text of the user; while it returns false, they
    ///   are dropped
    public InjectionService(BooleanSupplier isModelSteeringEnabled, InstantSource clock) {
        this.isModelSteeringEnabled = isModelSteeringEnabled;
        this.clock = clock;
    }

    /// Keeps a text, trimmed, and then calls the listeners, each guarded. A blank text is dropped,
    /// as is the user's text while model steering is off.
    public void add(String text, Source source) {
        if (source == Source.USER_STEERING && !isModelSteeringEnabled.getAsBoolean()) {
            return;
        }
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            return;
        }
        Injection injection = new Injection(trimmed, source, clock.instant());
        synchronized (injections) {
            injections.add(injection);
        }
        listeners.tell(injection);
    }

    /// Calls a listener for each text from now on. The same listener is kept once.
    public Subscription onInjection(Consumer<Injection> listener) {
        return listeners.add(listener);
    }

    /// Returns all texts, oldest first.
    public List<Injection> all() {
        synchronized (injections) {
            return List.copyOf(injections);
        }
    }

    /// Returns the texts of one source, oldest first.
    public List<Injection> from(Source source) {
        return all().stream().filter(injection -> injection.source() == source).toList();
    }

    /// Returns the texts after an index, oldest first.
    ///
    /// @param index of the last text that the caller knows; negative means none
    public List<Injection> after(int index) {
        return all().stream().skip(Math.max(0, index + 1L)).toList();
    }

    /// Returns the index of the latest text; -1 if there is none.
    public int latestIndex() {
        return all().size() - 1;
    }

    /// Forgets all texts; listeners stay.
    public void clear() {
        synchronized (injections) {
            injections.clear();
        }
    }
}
