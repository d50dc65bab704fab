package dev.nudge.delivery.typing;

import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.queue.ThreadQueue;
import dev.nudge.delivery.queue.ThreadQueue.QueueClosedException;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.TmuxException;
import java.util.Optional;

/// Whether a result could be typed into an agent's pane or sent to its inbox at some moment, and if
/// not, why.
///
/// @param obstacle why not, a clause for a person; empty if it could
/// @param way how it would reach the agent
public record PaneReadiness(Optional<String> obstacle, Way way) {
    private static PaneReadiness closed(String obstacle) {
        return new PaneReadiness(Optional.of(obstacle), Way.KEYS);
    }

    /// Looks at a thread as the courier does. Blocks for a call to its server.
    static PaneReadiness of(TypingProfile profile, AgentBinding agent, ProcessTable processes) {
        return new PaneReadiness(objectionToThread(profile, agent, processes), Way.QUEUE);
    }

    private static Optional<String> objectionToThread(
            TypingProfile profile, AgentBinding agent, ProcessTable processes) {
        if (!processes.isAlive(agent.agent())) {
            return Optional.of("its server has ended");
        }
        if (!(profile.inbox() instanceof InboxAccess.Queue(ThreadQueue queue))) {
            return Optional.of("its server does not say where it listens");
        }
        try {
            return queue.look() instanceof ThreadQueue.Look.Loaded
                    ? Optional.empty()
                    : Optional.of("nobody has its thread open");
        } catch (QueueClosedException e) {
            return Optional.of("its server does not answer");
        }
    }

    /// Looks at the pane as the courier does before it types. Blocks for a tmux call.
    static PaneReadiness of(AgentBinding agent, AgentPane pane, ProcessTable processes) {
        if (!processes.isAlive(agent.agent())) {
            return closed("the agent has ended");
        }
        try {
            return switch (pane.look()) {
                case Look.Gone _ -> closed("the pane has been closed");
                case Look.Shown shown -> of(shown, agent, processes);
            };
        } catch (TmuxException e) {
            return closed("tmux does not answer");
        }
    }

    static PaneReadiness of(Look.Shown shown, AgentBinding agent, ProcessTable processes) {
        return new PaneReadiness(
                obstacle(shown, agent, processes), shown.inbox().map(Inbox::way).orElse(Way.KEYS));
    }

    private static Optional<String> obstacle(
            Look.Shown shown, AgentBinding agent, ProcessTable processes) {
        boolean isTaken = shown.takesByInbox();
        Optional<String> seen = isTaken ? Optional.empty() : of(shown.state()).obstacle();
        if (seen.isPresent()) {
            return seen;
        }
        if (!isTaken && !shown.profile().isTyped()) {
            return Optional.of("no prompt has been submitted in it yet");
        }
        if (shown.state() instanceof PaneState.Streaming && !shown.isTypable()) {
            return Optional.of("the agent is working");
        }
        if (!processes.isForeground(agent.agent())) {
            return Optional.of("the agent is suspended, or behind another program");
        }
        return isTaken || shown.isQuiet()
                ? Optional.empty()
                : Optional.of("a key was pressed in it just now");
    }

    /// Judges a state of a pane, whatever else is known.
    static PaneReadiness of(PaneState state) {
        return switch (state) {
            case PaneState.EmptyPrompt _, PaneState.Streaming _ ->
                    new PaneReadiness(Optional.empty(), Way.KEYS);
            case PaneState.Unfocused unfocused when unfocused.isEmpty() ->
                    new PaneReadiness(Optional.empty(), Way.KEYS);
            case PaneState.Draft _, PaneState.Unfocused _ -> closed("there is text in the prompt");
            case PaneState.Dialog(String kind) ->
                    closed("a dialog waits for an answer (" + kind + ")");
            case PaneState.ShellMode _ -> closed("the prompt is in shell mode");
            case PaneState.ShellFocus _ -> closed("keys go to a program that the agent runs");
            case PaneState.Search _ -> closed("the prompt searches the history");
            case PaneState.CopyMode _ -> closed("the pane is in copy mode, or its input is off");
            case PaneState.Starting _ -> closed("the agent is starting");
            case PaneState.NotAnAgent _ -> closed("another program is in front of the agent");
            case PaneState.UnknownAgent _ -> closed("nudge does not know this kind of agent");
            case PaneState.Unknown _ -> closed("its screen is not recognized");
        };
    }
}
