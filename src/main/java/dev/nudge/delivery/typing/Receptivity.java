package dev.nudge.delivery.typing;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.process.ProcessTable;
import dev.nudge.tmux.TmuxException;
import java.util.Optional;

/// The answer to whether a result could be typed into an agent's pane at some moment, and if not,
/// why.
///
/// @param state what the pane was doing, a short name for programs: `empty_prompt`, `draft`
/// @param obstacle why nothing could be typed, a clause for a person; empty if it could
public record Receptivity(String state, Optional<String> obstacle) {
    private static Receptivity closed(String state, String obstacle) {
        return new Receptivity(state, Optional.of(obstacle));
    }

    /// Looks at the pane as the courier does before it types. Blocks for a tmux call.
    static Receptivity of(AgentBinding agent, AgentPane pane, ProcessTable processes, Pace pace) {
        if (!processes.isAlive(agent.agent())) {
            return closed("ended", "the agent has ended");
        }
        try {
            return switch (pane.look()) {
                case Look.Gone _ -> closed("gone", "the pane has been closed");
                case Look.Shown shown -> of(shown, agent, processes, pace);
            };
        } catch (TmuxException e) {
            return closed("unreachable", "tmux does not answer");
        }
    }

    private static Receptivity of(
            Look.Shown shown, AgentBinding agent, ProcessTable processes, Pace pace) {
        Receptivity seen = of(shown.state());
        if (seen.obstacle().isPresent()) {
            return seen;
        }
        if (!processes.isForeground(agent.agent())) {
            return closed("background", "the agent is suspended, or behind another program");
        }
        return shown.snapshot().idleSeconds() < pace.quietSeconds()
                ? closed(seen.state(), "a key was pressed in it just now")
                : seen;
    }

    /// Describes a state on its own.
    static Receptivity of(PaneState state) {
        return switch (state) {
            case PaneState.EmptyPrompt _ -> open(state, "empty_prompt");
            case PaneState.Streaming _ -> open(state, "working");
            case PaneState.Unfocused unfocused when unfocused.isEmpty() ->
                    new Receptivity("unfocused", Optional.empty());
            case PaneState.Draft _, PaneState.Unfocused _ ->
                    closed("draft", "there is text in the prompt");
            case PaneState.Dialog(String kind) ->
                    closed("dialog", "a dialog waits for an answer (" + kind + ")");
            case PaneState.ShellMode _ -> closed("shell_mode", "the prompt is in shell mode");
            case PaneState.ShellFocus _ ->
                    closed("shell_focus", "keys go to a program that the agent runs");
            case PaneState.Search _ -> closed("search", "the prompt searches the history");
            case PaneState.CopyMode _ ->
                    closed("copy_mode", "the pane is in copy mode, or its input is off");
            case PaneState.Starting _ -> closed("starting", "the agent is starting");
            case PaneState.NotAnAgent _ ->
                    closed("other_program", "another program is in front of the agent");
            case PaneState.Unknown _ -> closed("unknown", "its screen is not recognized");
        };
    }

    private static Receptivity open(PaneState state, String name) {
        return state.isTypable()
                ? new Receptivity(name, Optional.empty())
                : closed(name, "the agent is working");
    }
}
