package dev.nudge.cli.command;

import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge install`: registers nudge with agents.
@Command(
        name = "install",
        description = "Registers nudge with agents, and shows how. Repeating it changes nothing.",
        footer = {
            "",
            "Examples:",
            "  nudge install                    all agents that are on the PATH",
            "  nudge install codex --dry-run    shows what would be changed"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class InstallCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--dry-run", description = "Show what would be changed, and change nothing.")
    private boolean isDry;

    @Parameters(
            paramLabel = "AGENT",
            arity = "0..*",
            description = "The agents, such as codex. Default: all that are on the PATH.")
    private List<String> agents = List.of();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (Registrar agent : Registrars.ofCaller().chosen(agents)) {
            String title = agent.kind().title();
            boolean wasRegistered = agent.isRegistered();
            agent.register(isDry, change -> out.println(title + ": " + change));
            String now = isDry ? "would be registered" : "is registered; start it again";
            out.println(title + ": nudge " + (wasRegistered ? "is registered already" : now));
            out.flush();
        }
        return ExitCodes.OK;
    }
}
