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
    /// What a person sees once, when nudge has been registered with the first agents.
    private static final String TOUR =
            """

            A first tour; nudge demo shows it in a minute:
              say to the agent     Run the whole test suite in the background.
              then                 let it end its turn: the result wakes it up
              what is running      nudge ps, and nudge logs -f 1 for the output of job 1
              what has asked       nudge attach 1, or: nudge send 1 yes -k Enter
              a job of your own    nudge run -- make
              the page             nudge web
              is all well?         nudge doctor
              to undo this         nudge uninstall
            """;

    @Spec private CommandSpec spec;

    @Mixin private Registrars.Chosen chosen;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        boolean isNew = false;
        for (Registrar agent : chosen.all()) {
            String title = agent.kind().title();
            if (agent.plugin().isPresent()) {
                out.println(title + ": nudge is a plugin of it already");
                continue;
            }
            boolean wasRegistered = agent.isRegistered();
            agent.register(
                    chosen.isDry, change -> out.println(Printable.escaped(title + ": " + change)));
            String now = chosen.isDry ? "would be registered" : "is registered; " + agent.next();
            out.println(title + ": nudge " + (wasRegistered ? "is registered already" : now));
            out.flush();
            isNew |= !wasRegistered && !chosen.isDry;
        }
        if (isNew) {
            out.print(TOUR);
            out.flush();
        }
        return ExitCodes.OK;
    }
}
