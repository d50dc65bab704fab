package dev.nudge.agent;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.InboxAccess;
import java.util.Optional;

/// The facts that decide which ways to an agent are open.
///
/// @param place where the agent is
/// @param tasks whether its client takes tasks
/// @param hasMonitor whether nudge's monitor runs in it
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
    /// Where an agent is.
    enum Place {
        /// In a pane of a session in which nudge types.
        PANE,
        /// A thread of a server, whose queue takes messages.
        THREAD,
        /// A server whose threads are not known.
        SERVER,
        /// Somewhere else.
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
                    Optional.of("it does not use tasks (an older version, or they are turned off)");
            case UNKNOWN -> Optional.of("it has not said yet whether it takes tasks");
        };
    }

    private Optional<String> objectionToInbox() {
        return switch (inbox) {
            case InboxAccess.Open _, InboxAccess.Queue _ -> objectionToServer();
            case InboxAccess.Refusing _ -> Optional.of("it refuses messages to its inbox");
            case InboxAccess.None _, InboxAccess.Absent _ -> Optional.of("it has opened no inbox");
            case InboxAccess.Unknown _ -> Optional.of("it is not connected");
        };
    }

    private Optional<String> objectionToPlace() {
        return objectionToServer()
                .or(() ->
                        unless(place == Place.PANE, "it is in no tmux pane in which nudge types"));
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
