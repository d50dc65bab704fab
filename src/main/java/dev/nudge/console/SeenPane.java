package dev.nudge.console;

import dev.nudge.agent.Waking;
import dev.nudge.agent.kind.AgentKind;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.PaneView;
import java.util.List;
import java.util.Optional;

/// A pane, the program in it that is, or may be, an agent, and what nudge sees there.
///
/// @param kind empty if no kind is like the program
/// @param commandLine of that program, as it shows it; empty if it has ended
/// @param waking by which ways news would reach it
public record SeenPane(
        AgentBinding agent,
        Optional<AgentKind> kind,
        List<String> commandLine,
        Waking waking,
        PaneView view) {
    public SeenPane {
        commandLine = List.copyOf(commandLine);
    }
}
