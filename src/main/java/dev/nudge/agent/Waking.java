package dev.nudge.agent;

import dev.nudge.agent.Presence.AgentClient.TaskUse;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
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
    /// A way to an agent, and why it is closed, a clause for a person, if it is.
    public record Route(Way way, Optional<String> closed) {}

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
        return waking().filter(route -> route.closed().isEmpty() && wanted.test(route.way()))
                .map(Route::way)
                .findFirst();
    }

    /// Returns the way that wakes the agent with the result of its own call; empty if none does.
    public Optional<Way> ofCalls() {
        return first(_ -> true);
    }

    /// Returns the way that wakes it with other news, such as a question; empty if none does.
    public Optional<Way> ofOthers() {
        return first(way -> way != Way.TASK);
    }

    /// Returns whether nudge's hooks report what waits with its next prompt.
    public boolean hasHooks() {
        return routes.stream()
                .anyMatch(route -> route.way() == Way.HOOK && route.closed().isEmpty());
    }

    /// Returns why only tasks, or nothing, can wake the agent, a clause; empty if another way can.
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

    /// The facts that decide which ways to an agent are open.
    ///
    /// @param inbox the inbox that it has named to its server
    /// @param runsHooks whether it has run nudge's hooks, which are not turned off
    /// @param objection why nothing may be typed for it wherever it is, a clause; empty if it may
    record WayFacts(
            Place place,
            TaskUse tasks,
            boolean hasMonitor,
            InboxAccess inbox,
            boolean runsHooks,
            Optional<String> objection) {
        /// In a pane in which nudge types, a thread of a server whose queue takes messages, a
        /// server whose threads are not known, or somewhere else.
        enum Place {
            PANE,
            THREAD,
            SERVER,
            OUTSIDE
        }

        /// Returns why a way is closed, a clause for a person; empty if it is open.
        Optional<String> objectionTo(Way way) {
            return switch (way) {
                case TASK -> objectionToTasks();
                case MONITOR ->
                        objectionToServer()
                                .or(() -> unless(hasMonitor, "nudge's monitor does not run in it"));
                case QUEUE ->
                        unless(
                                place == Place.THREAD,
                                place == Place.SERVER
                                        ? "the queue of its server cannot be used"
                                        : "it has a queue only for the sessions that its server runs");
                case INBOX -> objectionToInbox();
                case HOOK -> unless(runsHooks, "it has not run nudge's hooks");
                case KEYS -> objection.or(this::objectionToPlace);
            };
        }

        private Optional<String> objectionToTasks() {
            return switch (tasks) {
                case ON -> Optional.empty();
                case OFF -> Optional.of("tasks are turned off in it");
                case OLD ->
                        Optional.of(
                                "it does not use tasks (an older version, or they are turned off)");
                case UNKNOWN -> Optional.of("it has not said yet whether it takes tasks");
            };
        }

        private Optional<String> objectionToInbox() {
            return switch (inbox) {
                case InboxAccess.Open _, InboxAccess.Queue _ -> objectionToServer();
                case InboxAccess.Refusing _ -> Optional.of("it refuses messages to its inbox");
                case InboxAccess.None _, InboxAccess.Absent _ ->
                        Optional.of("it has opened no inbox");
                case InboxAccess.Unknown _ -> Optional.of("it is not connected");
            };
        }

        private Optional<String> objectionToPlace() {
            return objectionToServer()
                    .or(() ->
                            unless(
                                    place == Place.PANE,
                                    "it is in no tmux pane in which nudge types"));
        }

        private Optional<String> objectionToServer() {
            return unless(
                    place == Place.PANE || place == Place.OUTSIDE,
                    "its server runs the sessions of several panes, and nothing shows which one is its own");
        }

        private static Optional<String> unless(boolean isOpen, String why) {
            return isOpen ? Optional.empty() : Optional.of(why);
        }
    }
}
