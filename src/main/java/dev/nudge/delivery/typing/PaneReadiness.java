package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.TmuxException;
import java.util.Optional;

/// The answer to whether a result could be typed into an agent's pane at some moment, and if not,
/// why.
///
/// @param obstacle why nothing could be typed, a clause for a person; empty if it could
public record PaneReadiness(Optional<String> obstacle) {
    private static PaneReadiness closed(String obstacle) {
        return new PaneReadiness(Optional.of(obstacle));
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
        boolean isTaken = shown.takesByInbox();
        PaneReadiness seen = isTaken ? new PaneReadiness(Optional.empty()) : of(shown.state());
        if (seen.obstacle().isPresent()) {
            return seen;
        }
        if (!isTaken && !shown.profile().isTyped()) {
            return closed("no prompt has been submitted in it yet");
        }
        if (shown.state() instanceof PaneState.Streaming && !shown.isTypable()) {
            return closed("the agent is working");
        }
        if (!processes.isForeground(agent.agent())) {
            return closed("the agent is suspended, or behind another program");
        }
        return isTaken || shown.isQuiet() ? seen : closed("a key was pressed in it just now");
    }

    /// Describes a state on its own.
    static PaneReadiness of(PaneState state) {
        return switch (state) {
            case PaneState.EmptyPrompt _, PaneState.Streaming _ ->
                    new PaneReadiness(Optional.empty());
            case PaneState.Unfocused unfocused when unfocused.isEmpty() ->
                    new PaneReadiness(Optional.empty());
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
