package dev.nudge.cli.command;

import dev.nudge.cli.registration.Registrar;
import dev.nudge.console.ExitCodes;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command `nudge install`: registers nudge with agents.
@Command(
        name = "install",
        description = "Registers nudge with agents. It shows how. Repeating it changes nothing.",
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

    @Mixin private ChosenAgents chosen;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (Registrar agent : chosen.all()) {
            String title = agent.kind().title();
            boolean wasRegistered = agent.isRegistered();
            agent.register(
                    chosen.isDry(),
                    change -> out.println(Printable.escaped(title + ": " + change)));
            String now = chosen.isDry() ? "would be registered" : "is registered; " + agent.next();
            out.println(title + ": nudge " + (wasRegistered ? "is registered already" : now));
            out.flush();
        }
        return ExitCodes.OK;
    }
}
