package dev.nudge.lifecycle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The subscribers of each id, in the order in which they came. Used under the state's lock.
final class Subscribers {
    private final Map<Long, List<Subscriber>> byId = new HashMap<>();

    Optional<Subscriber> find(long id, Consumer<OutputEvent> listener) {
        return of(id).stream().filter(known -> known.listensWith(listener)).findFirst();
    }

    void add(long id, Subscriber subscriber) {
        byId.computeIfAbsent(id, _ -> new ArrayList<>()).add(subscriber);
    }

    void remove(long id, Subscriber subscriber) {
        subscriber.remove();
        List<Subscriber> rest = byId.get(id);
        if (rest != null && rest.remove(subscriber) && rest.isEmpty()) {
            byId.remove(id);
        }
    }

    /// Queues an event for all subscribers of an id and returns them; they must be made to deliver.
    List<Subscriber> offer(long id, OutputEvent event) {
        List<Subscriber> all = List.copyOf(of(id));
        all.forEach(subscriber -> subscriber.offer(event));
        return all;
    }

    /// Queues the exit for those who have not been notified yet and returns them.
    List<Subscriber> offerExit(long id, OutputEvent.Exit exit) {
        return of(id).stream().filter(subscriber -> subscriber.offerExit(exit)).toList();
    }

    /// Forgets the subscribers of an id; their pending events are still delivered.
    void drop(long id) {
        byId.remove(id);
    }

    /// Removes everybody.
    void clear() {
        byId.values().forEach(all -> all.forEach(Subscriber::remove));
        byId.clear();
    }

    /// Returns the number of ids with a subscriber.
    int size() {
        return byId.size();
    }

    private List<Subscriber> of(long id) {
        return byId.getOrDefault(id, List.of());
    }
}
