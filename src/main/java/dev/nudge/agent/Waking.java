package dev.nudge.agent;

import dev.nudge.delivery.Way;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The ways by which news reaches an agent now, and why better ones are closed. Promises to agents,
/// the doctor and the page all rest on this. It does not say whether a result could come at this
/// very moment: with a dialog open, typing into a pane waits, and is still the way.
///
/// @param routes the ways that agents of this kind have, the best first
public record Waking(List<Route> routes) {
    public Waking {
        routes = List.copyOf(routes);
    }

    /// A way to an agent.
    ///
    /// @param closed why the way is closed, a clause for a person; empty if it is open
    public record Route(Way way, Optional<String> closed) {
        private boolean isOpen() {
            return closed.isEmpty();
        }
    }

    /// Decides which ways are open. Any client that declares tasks gets them, whatever its kind.
    static Waking of(Collection<Way> ways, WayFacts facts) {
        Set<Way> all = EnumSet.copyOf(ways);
        if (facts.tasks() == TaskUse.ON) {
            all.add(Way.TASK);
        }
        return new Waking(all.stream().map(way -> new Route(way, facts.objectionTo(way))).toList());
    }

    private Stream<Route> waking() {
        return routes.stream().filter(route -> route.way().wakes());
    }

    private Optional<Way> first(Predicate<Way> wanted) {
        return waking().filter(route -> route.isOpen() && wanted.test(route.way()))
                .map(Route::way)
                .findFirst();
    }

    /// Returns the way that wakes the agent with the result of its own call; empty if there is
    /// none.
    public Optional<Way> ofCalls() {
        return first(_ -> true);
    }

    /// Returns the way that wakes the agent with other news, such as a question, or a job that it
    /// has not begun; empty if there is none.
    public Optional<Way> ofOthers() {
        return first(way -> way != Way.TASK);
    }

    /// Returns whether the agent has run nudge's hooks, which report what waits with its next
    /// prompt.
    public boolean hasHooks() {
        return routes.stream().anyMatch(route -> route.way() == Way.HOOK && route.isOpen());
    }

    /// Returns why only tasks, or nothing, can wake the agent, a clause for a person; empty if
    /// another way can.
    public Optional<String> objection() {
        return ofOthers().isPresent()
                ? Optional.empty()
                : waking().reduce((_, last) -> last)
                        .flatMap(Route::closed)
                        .or(() ->
                                Optional.of(
                                        ofCalls().isPresent()
                                                ? "only tasks wake agents of its kind"
                                                : "agents of its kind cannot be woken"));
    }

    /// Returns what wakes the agent, and why nothing better does, as in `woken by typing into its
    /// pane, since tasks are turned off in it`.
    public String words() {
        String calls = ofCalls().map(this::withReasons).orElse("");
        String hooks = hasHooks() ? "; nudge's hooks report what waits with its next prompt" : "";
        if (calls.isEmpty()) {
            return "nothing, since %s%s"
                    .formatted(reasons(waking()).or(this::objection).orElseThrow(), hooks);
        }
        if (ofCalls().equals(ofOthers())) {
            return calls;
        }
        return ofOthers()
                .map(way -> "%s; for what has no task, by %s".formatted(calls, withReasons(way)))
                .orElseGet(() ->
                        "%s; what has no task waits, since %s%s"
                                .formatted(calls, objection().orElseThrow(), hooks));
    }

    private String withReasons(Way way) {
        return reasons(waking().takeWhile(route -> route.way() != way))
                .map(why -> "%s, since %s".formatted(way.means(), why))
                .orElse(way.means());
    }

    private static Optional<String> reasons(Stream<Route> routes) {
        return routes.flatMap(route -> route.closed().stream())
                .distinct()
                .reduce((one, other) -> one + ", and " + other);
    }
}
