package dev.nudge.cli.command;

import dev.nudge.cli.registration.Registrar;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The agents that a command is for, and whether it only shows what it would do.
final class ChosenAgents {
    @Option(names = "--dry-run", description = "Show what would be changed, and change nothing.")
    private boolean isDry;

    @Parameters(
            paramLabel = "AGENT",
            arity = "0..*",
            description = "The agents, such as codex. Default: all that are on the PATH.")
    private List<String> names = List.of();

    boolean isDry() {
        return isDry;
    }

    /// Returns whether no agent is named.
    boolean isEmpty() {
        return names.isEmpty();
    }

    /// Returns the named agents, or all that are installed, as [Registrars#chosen].
    List<Registrar> all() {
        return Registrars.ofCaller().chosen(names);
    }
}
