package dev.nudge.cli.command;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.cli.registration.Registrar;
import dev.nudge.process.ProcessTable;
import dev.nudge.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The agents with which nudge can be registered here.
///
/// @param all those that are installed, and those that are not
record Registrars(List<Registrar> all) {
    static final Option<Boolean> DRY_RUN =
            Option.flag("dry-run").help("Show what would be changed, and change nothing.");
    static final Option<String> AGENT =
            Option.of(
                            "agent",
                            Type.word("AGENT", String.join(" ", AgentKinds.builtIn())),
                            Form.ARGUMENTS)
                    .help("The agents, such as codex. Default: all that are on the PATH.");

    /// @param home the folder of the packaged extension
    static Registrars of(Map<String, String> environment, Path home) {
        AgentKinds kinds = new AgentKinds(new ProcessTable(), Settings.of(environment).agents());
        return new Registrars(
                kinds.all().stream()
                        .flatMap(kind -> Registrar.of(kind, environment, home).stream())
                        .toList());
    }

    /// Finds them for the caller of this process.
    ///
    /// @throws IllegalArgumentException if nudge runs from its classes: agents need its launcher
    static Registrars ofCaller() {
        Path home = Installation.home();
        if (home.toString().isEmpty()) {
            throw new IllegalArgumentException(
                    "Only the packaged nudge can be registered. Build it with scripts/build.");
        }
        return of(System.getenv(), home);
    }

    /// Returns the named ones, by their kinds or their programs, in that order; all that are
    /// installed if none is named.
    ///
    /// @throws IllegalArgumentException if one is not known or not installed, or none is installed
    List<Registrar> chosen(List<String> names) {
        List<Registrar> chosen =
                names.isEmpty() ? installed() : names.stream().map(this::named).toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(
                    "No agent is on the PATH. nudge can be registered with: %s."
                            .formatted(names()));
        }
        return chosen;
    }

    List<Registrar> installed() {
        return all.stream().filter(Registrar::isInstalled).toList();
    }

    private Registrar named(String name) {
        Registrar registrar =
                all.stream()
                        .filter(r -> r.kind().name().equals(name) || r.program().equals(name))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "nudge cannot be registered with \"%s\", but with: %s."
                                                .formatted(name, names())));
        if (!registrar.isInstalled()) {
            throw new IllegalArgumentException(
                    "%s (command %s) is not on the PATH."
                            .formatted(registrar.kind().title(), registrar.program()));
        }
        return registrar;
    }

    private String names() {
        return all.stream()
                .map(Registrar::kind)
                .map(AgentKind::name)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
