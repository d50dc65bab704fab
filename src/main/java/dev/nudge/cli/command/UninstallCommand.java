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

/// The command `nudge uninstall`: undoes `nudge install`.
@Command(
        name = "uninstall",
        description =
                "Removes nudge from agents. It shows how. Running jobs continue; their records are"
                        + " kept.",
        footer = {
            "",
            "Examples:",
            "  nudge uninstall                    all agents that are on the PATH",
            "  nudge uninstall codex --dry-run    shows what would be changed"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class UninstallCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ChosenAgents chosen;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        for (Registrar agent : chosen.all()) {
            String title = agent.kind().title();
            boolean wasPresent = agent.isPresent();
            agent.unregister(
                    chosen.isDry(),
                    change -> out.println(Printable.escaped(title + ": " + change)));
            String now = chosen.isDry() ? "would be removed" : "is removed";
            out.println(title + ": nudge " + (wasPresent ? now : "is not registered"));
            out.flush();
        }
        return ExitCodes.OK;
    }
}
